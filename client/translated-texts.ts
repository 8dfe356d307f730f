// Lets React work on a page that the browser translates. Chrome and Edge replace each text node with a `font` element.
// React still has the original node: removing it would throw, and changing it would not be visible.

/** The `font` elements that replaced React's text nodes. */
const replacements = new WeakMap<Node, Node>();

const isFont = (node: Node | null): node is HTMLElement => node?.nodeName === 'FONT';

/** Returns the child of `parent` that shows `child`: itself, its replacement or a `font` that wraps it. */
function findShown(parent: Node, child: Node): Node | null {
  let shown = child.parentNode ? child : (replacements.get(child) ?? null);
  while (isFont(shown?.parentNode ?? null) && shown?.parentNode !== parent)
    shown = shown?.parentNode ?? null;
  return shown;
}

function recordChanges(records: MutationRecord[], observer: MutationObserver) {
  for (const { type, target, removedNodes, addedNodes, previousSibling } of records) {
    // A changed text returns to its place. The browser then translates it again.
    if (type === 'characterData') {
      const shown = replacements.get(target);
      if (!target.parentNode) shown?.parentNode?.replaceChild(target, shown);
    }
    for (const removed of removedNodes) {
      const shown = [...addedNodes, previousSibling].find(isFont);
      if (!shown || removed.nodeType !== Node.TEXT_NODE || removed.parentNode) continue;
      replacements.set(removed, shown);
      observer.observe(removed, { characterData: true });
    }
  }
}

/** Call it before the first render. */
export function keepTranslatedTexts() {
  new MutationObserver(recordChanges).observe(document.documentElement, {
    childList: true,
    subtree: true,
  });
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const shown = findShown(this, child);
    if (shown) removeChild.call(this, shown);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ): T {
    insertBefore.call(this, node, before && findShown(this, before));
    return node;
  };
}
