/** A part that draws to the width it has, and again when that changes. */
import { Stateful } from "./stateful";

export abstract class Sized<P> extends Stateful<P> {
  /** Before the first look at the page: a phone's width, so that nothing is ever too wide. */
  protected width = 328;
  private stage: Element | undefined;
  private observer: ResizeObserver | undefined;

  /** For `ref` on the element whose width counts. */
  protected seen = (stage: Element | undefined): void => {
    if (stage === this.stage) return;
    this.observer?.disconnect();
    this.stage = stage;
    if (stage) this.watch(stage);
  };

  protected get element(): HTMLElement | undefined {
    return this.stage as HTMLElement | undefined;
  }

  private watch(stage: Element): void {
    this.observer ??= new ResizeObserver((entries) => {
      const width = Math.floor(entries.at(-1)?.contentRect.width ?? 0);
      // A hidden part has no width; it keeps the one it had.
      if (width === 0 || width === this.width) return;
      this.width = width;
      this.redraw();
    });
    this.observer.observe(stage);
  }

  override disconnected(): void {
    this.observer?.disconnect();
  }

  override reconnected(): void {
    if (this.stage) this.watch(this.stage);
  }
}
