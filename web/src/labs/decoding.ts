import { plainLab } from "./plain_lab";

export const render = plainLab;
