/**
 * A part that remembers something between two drawings (where the cursor is, whether a menu is
 * open) while its owner only says, each time, what it shows. Its place in the template is its
 * identity, as for any directive of lit-html.
 */
import { noChange } from "lit-html";
import { AsyncDirective } from "lit-html/async-directive.js";
import type { ChildPart, PartInfo } from "lit-html/directive.js";

export abstract class Stateful<P> extends AsyncDirective {
  protected props!: P;
  private part: ChildPart | undefined;

  constructor(info: PartInfo) {
    super(info);
  }

  /** Its signature is what a caller passes; the work is done in `update`. */
  render(_props: P): unknown {
    return noChange;
  }

  override update(part: ChildPart, [props]: [P]): unknown {
    const before = this.props as P | undefined;
    this.part = part;
    this.props = props;
    this.given(before);
    return this.draw();
  }

  /** Called before each drawing that the owner asked for. */
  protected given(_before: P | undefined): void {}

  protected abstract draw(): unknown;

  protected redraw = (): void => {
    if (this.isConnected) this.setValue(this.draw());
  };

  /** The element that this part is drawn in. */
  protected get home(): ParentNode {
    return this.part!.parentNode as unknown as ParentNode;
  }
}
