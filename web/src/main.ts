/** Starts the page. */
import { start } from "./pages/shell";

start(document.body);
