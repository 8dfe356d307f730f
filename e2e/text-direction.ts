import type { Page } from '@playwright/test';

/** Returns right-to-left strings that share a line with other text, but are not isolated from it. */
export const findUnisolated = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isRtl = /[\u0590-\u08ff]/;
    const isolating = /isolate|plaintext/;
    const isInline = (node: Node) =>
      node instanceof Element && getComputedStyle(node).display.startsWith('inline');
    /** Returns an element's text without the text of children that start a new line. */
    const textOf = (element: Element) =>
      /flex|grid/.test(getComputedStyle(element).display)
        ? ''
        : [...element.childNodes]
            .map((node) => (node instanceof Text || isInline(node) ? node.textContent : ''))
            .join('');
    const unisolated: string[] = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const text = nodes.currentNode.textContent ?? '';
      const parent = nodes.currentNode.parentElement;
      // Skip visually hidden text, because screen readers read letters in their stored order.
      const isUnseen = parent?.closest('script, style, noscript, .mantine-VisuallyHidden-root');
      if (!parent || isUnseen || !isRtl.test(text)) continue;
      const isAlone = [text, textOf(parent) || text].every((shown) =>
        /^\s*ن([^!]*!(\.pdf|\.zip)?|[\d(]?)\s*$/.test(shown),
      );
      if (isAlone && isolating.test(getComputedStyle(parent).unicodeBidi)) continue;
      unisolated.push(
        `<${parent.localName} class="${parent.className}"> ${textOf(parent) || text}`,
      );
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
      if (isRtl.test(field.value) && !isolating.test(getComputedStyle(field).unicodeBidi))
        unisolated.push(`<${field.localName}> ${field.value}`);
    }
    return unisolated;
  });

/** Returns the text of flex and grid containers that drop a space between text and a child element. */
export const findLostSpaces = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')].flatMap((element) => {
      const { display, whiteSpaceCollapse } = getComputedStyle(element);
      if (!/flex|grid/.test(display) || /preserve/.test(whiteSpaceCollapse)) return [];
      const losesSpace = [...element.childNodes].some((node) => {
        if (!(node instanceof Text) || node.data.trim() === '') return false;
        return (
          (node.previousSibling instanceof Element && /^\s/.test(node.data)) ||
          (node.nextSibling instanceof Element && /\s$/.test(node.data))
        );
      });
      return losesSpace ? [element.textContent ?? ''] : [];
    }),
  );
