/**
 * Vectors as arrows in the plane. A tip is dragged, or moved with arrow keys. The weighted states
 * stand tip to tail, so that one sees how they add up to the context.
 */
import { nothing, svg, html } from "lit-html";
import { directive } from "lit-html/directive.js";
import { ref } from "lit-html/directives/ref.js";
import { fixed } from "../../kit/format";
import { Sized } from "../../kit/sized";
import { textWidth } from "../../kit/ruler";
import { add, type Vector } from "./attend";

export interface Arrow {
  name: string;
  /** "encoder state", said before its numbers. */
  what: string;
  look: "h" | "s" | "context";
  at: Vector;
  /** Of an encoder state: thickness and brightness. */
  weight?: number;
  special?: boolean;
}

export interface PlaneProps {
  title: string;
  arrows: readonly Arrow[];
  /** The weighted states, to be put tip to tail; and all states, for their polygon. */
  parts: readonly Vector[];
  /** As far as the axes must go. */
  least?: number;
  axes?: readonly [string, string];
  /** Absent where nothing can be moved. */
  moved?: (arrow: number, at: Vector) => void;
  /** Square pixels at most. */
  most?: number;
}

const STEP = 0.1;
const BIG = 0.5;
const NEAR = 26;

class Plane extends Sized<PlaneProps> {
  private held: number | null = null;
  private reach = 0;
  private last = 0;

  protected draw() {
    const { title, arrows, parts, axes, moved, least = 2.2, most = 460 } = this.props;
    const size = Math.max(Math.min(this.width, most), 200);
    // While a tip is held the ground stands still.
    if (this.held === null || !this.reach) this.reach = reachOf(arrows, least);
    const scale = size / 2 / this.reach;
    const place = ([x, y]: Vector): Vector => [size / 2 + x * scale, size / 2 - y * scale];
    const labels = placed(arrows.map((arrow) => ({ name: arrow.name, at: place(arrow.at) })), size);
    return html`
      <div class="plane" ${ref(this.seen)}>
        <svg data-drawing width=${size} height=${size} viewBox="0 0 ${size} ${size}" role="group" aria-label=${title}
          @pointerdown=${moved ? this.grab : nothing} @pointermove=${moved ? this.drag : nothing}
          @pointerup=${this.release} @pointercancel=${this.release}>
          ${ground(size, scale, this.reach, axes)}
          ${polygon(arrows.filter((one) => one.look === "h").map((one) => place(one.at)))}
          ${arrows.map((arrow, i) => (arrow.look === "h" ? this.arrow(arrow, i, place) : nothing))}
          ${chain(parts, place)}
          ${arrows.map((arrow, i) => (arrow.look === "h" ? nothing : this.arrow(arrow, i, place)))}
          ${labels.map(({ x, y, anchor }, i) => svg`<text class="name ${arrows[i]!.look} ${arrows[i]!.special ? "special" : ""}" x=${x} y=${y}
            text-anchor=${anchor} font-size="15">${arrows[i]!.name}</text>`)}
        </svg>
      </div>`; // prettier-ignore
  }

  private arrow(arrow: Arrow, index: number, place: (at: Vector) => Vector) {
    const [x, y] = place(arrow.at);
    const [ox, oy] = place([0, 0]);
    const { weight = 1, look, name, what } = arrow;
    const thick = look === "h" ? 1.5 + 6 * weight : 3.5;
    const style = look === "h" ? 0.3 + 0.7 * weight : 1;
    const body = svg`<g class="arrow ${look}" opacity=${style}>${head(ox, oy, x, y, thick)}</g>`;
    if (look === "context" || !this.props.moved) {
      return svg`<g role="img" aria-label="${name}: ${spokenVector(arrow.at)}">${body}</g>`;
    }
    return svg`<g class="handle" tabindex="0" role="slider" aria-label="${name}, ${what}" aria-valuemin="-9" aria-valuemax="9"
      aria-valuenow=${arrow.at[0]} aria-valuetext=${spokenVector(arrow.at)} aria-roledescription="vector"
      @keydown=${(event: KeyboardEvent) => this.key(event, index)} @focus=${() => (this.last = index)}>
      <circle class="hit" cx=${x} cy=${y} r="22"/>${body}<circle class="grip ${look}" cx=${x} cy=${y} r="7"/></g>`;
  }

  private key(event: KeyboardEvent, index: number): void {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const step = event.shiftKey ? BIG : STEP;
    const [x, y] = this.props.arrows[index]!.at;
    this.props.moved?.(index, [bounded(x + way[0]! * step), bounded(y + way[1]! * step)]);
  }

  private point(event: PointerEvent): Vector {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const unit = box.width / 2 / this.reach;
    return [(event.clientX - box.left) / unit - this.reach, this.reach - (event.clientY - box.top) / unit];
  }

  private grab = (event: PointerEvent): void => {
    const [x, y] = this.point(event);
    const scale = (event.currentTarget as Element).getBoundingClientRect().width / 2 / this.reach;
    const away = this.props.arrows.map((arrow, i) =>
      arrow.look === "context" ? Infinity : Math.hypot(arrow.at[0] - x, arrow.at[1] - y) * scale - (i === this.last ? 3 : 0));
    const nearest = away.indexOf(Math.min(...away));
    if (away[nearest]! > NEAR) return;
    this.held = this.last = nearest;
    const svgElement = event.currentTarget as SVGElement;
    svgElement.setPointerCapture(event.pointerId);
    svgElement.querySelectorAll<SVGElement>(".handle")[this.handle(nearest)]?.focus({ preventScroll: true });
    event.preventDefault();
  }; // prettier-ignore

  /** States are drawn first, then s: the place among what can be moved. */
  private handle(index: number): number {
    const order = this.props.arrows.map((arrow, i) => ({ i, rank: arrow.look === "h" ? 0 : 1, look: arrow.look }));
    return order.filter((one) => one.look !== "context").sort((a, b) => a.rank - b.rank || a.i - b.i).findIndex((one) => one.i === index);
  }

  private drag = (event: PointerEvent): void => {
    if (this.held === null) return;
    const [x, y] = this.point(event);
    const inside = (value: number) => bounded(Math.min(Math.max(value, -this.reach), this.reach));
    this.props.moved?.(this.held, [inside(x), inside(y)]);
  };

  private release = (): void => {
    if (this.held === null) return;
    this.held = null;
    this.redraw();
  };
}

/** To a tenth, and no further than a number may go. */
const bounded = (value: number): number => Math.min(Math.max(Math.round(value * 10) / 10, -9), 9) + 0;

const spokenVector = ([x, y]: Vector): string => `${fixed(x, 2)}, ${fixed(y, 2)}`;

function reachOf(arrows: readonly Arrow[], least: number): number {
  const far = Math.max(...arrows.flatMap(({ at }) => [Math.abs(at[0]), Math.abs(at[1])]), 0.1);
  const wanted = Math.max(far * 1.18, least);
  return wanted <= least ? least : Math.ceil(wanted * 2) / 2;
}

/** A line with a head that ends at the tip. One too short to have a head is a dot. */
function head(ox: number, oy: number, x: number, y: number, thick: number) {
  const length = Math.hypot(x - ox, y - oy);
  if (length < 3) return svg`<circle class="tip" cx=${x} cy=${y} r=${Math.max(thick, 3)}/>`;
  const [ux, uy] = [(x - ox) / length, (y - oy) / length];
  const long = Math.min(7 + 1.6 * thick, length);
  const wide = long * 0.42;
  const [bx, by] = [x - ux * long, y - uy * long];
  return svg`<line x1=${ox} y1=${oy} x2=${bx} y2=${by} stroke-width=${thick}/>
    <path class="tip" d="M${x} ${y}L${bx - uy * wide} ${by + ux * wide}L${bx + uy * wide} ${by - ux * wide}Z"/>`;
}

function ground(size: number, scale: number, reach: number, axes?: readonly [string, string]) {
  const step = [0.1, 0.2, 0.5, 1, 2, 5].find((one) => reach / one <= 3) ?? 5;
  const whole = Math.floor(reach / step);
  const lines = Array.from({ length: 2 * whole + 1 }, (_, i) => (i - whole) * step);
  const at = (value: number) => size / 2 + value * scale;
  return svg`
    <path class="grid" fill="none" d=${lines.map((one) => `M${at(one)} 0V${size}M0 ${at(one)}H${size}`).join("")}/>
    <path class="axis" d="M${size / 2} 0V${size}M0 ${size / 2}H${size}"/>
    ${lines.filter((one) => one !== 0 && Math.abs(one) * scale < size / 2 - 14).map((one) => svg`
      <text class="tick" x=${at(one)} y=${size / 2 + 14} font-size="11" text-anchor="middle">${fixed(one, step < 1 ? 1 : 0)}</text>
      <text class="tick" x=${size / 2 - 5} y=${at(-one)} font-size="11" text-anchor="end" dominant-baseline="central">${fixed(one, step < 1 ? 1 : 0)}</text>`)}
    ${axes ? svg`<text class="axis-name" x=${size - 4} y=${size / 2 - 7} font-size="12" text-anchor="end">${axes[0]}</text>
      <text class="axis-name" x=${size / 2 + 7} y="13" font-size="12">${axes[1]}</text>` : nothing}`; // prettier-ignore
}

/** The states' convex hull: a weighted average never leaves it. */
function polygon(points: Vector[]) {
  const around = hull(points);
  return around.length < 3 ? nothing : svg`<path class="hull" d="M${around.map((one) => one.join(" ")).join("L")}Z"/>`;
}

export function hull(points: readonly Vector[]): Vector[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (from: readonly Vector[]): Vector[] => {
    const kept: Vector[] = [];
    for (const point of from) {
      while (kept.length > 1 && turn(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const turn = (o: Vector, a: Vector, b: Vector): number => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

function chain(parts: readonly Vector[], place: (at: Vector) => Vector) {
  let at: Vector = [0, 0];
  const corners = [at, ...parts.map((part) => (at = add(at, part)))].map(place);
  if (!parts.length) return nothing;
  return svg`<path class="chain" d="M${corners.map((one) => one.join(" ")).join("L")}"/>
    ${corners.slice(1, -1).map(([x, y]) => svg`<circle class="joint" cx=${x} cy=${y} r="2.5"/>`)}`;
}

/** Names beyond the tips, pushed apart where they would lie on one another. */
function placed(arrows: readonly { name: string; at: Vector }[], size: number) {
  const taken: { x: number; y: number; w: number }[] = [];
  return arrows.map(({ name, at: [x, y] }) => {
    const w = textWidth(name, 15);
    const [dx, dy] = [x - size / 2, y - size / 2];
    const length = Math.hypot(dx, dy) || 1;
    const start = Math.atan2(length < 4 ? -1 : dy / length, length < 4 ? 1 : dx / length);
    for (const swing of [0, 0.7, -0.7, 1.4, -1.4, 2.1, -2.1, 2.8]) {
      const [cx, cy] = [x + Math.cos(start + swing) * (17 + w / 2), y + Math.sin(start + swing) * 19];
      const [fx, fy] = [Math.min(Math.max(cx, w / 2 + 2), size - w / 2 - 2), Math.min(Math.max(cy, 10), size - 8)];
      if (taken.some((one) => Math.abs(one.x - fx) < (one.w + w) / 2 + 3 && Math.abs(one.y - fy) < 16)) continue;
      if (arrows.some((one) => crosses(one.at, [fx, fy], w, size))) continue;
      taken.push({ x: fx, y: fy, w });
      return { x: fx, y: fy + 5, anchor: "middle" };
    }
    return { x, y: y - 14, anchor: "middle" };
  });
}

/** Whether the arrow to `tip` runs through a name of this width. */
function crosses(tip: Vector, [x, y]: Vector, w: number, size: number): boolean {
  const middle = size / 2;
  return [0.25, 0.4, 0.55, 0.7, 0.85, 1].some((share) => {
    const [px, py] = [middle + (tip[0] - middle) * share, middle + (tip[1] - middle) * share];
    return Math.abs(px - x) < w / 2 + 5 && Math.abs(py - y) < 10;
  });
}

export const plane = directive(Plane);
