import { Fragment } from 'react';
import { splitAtRightToLeft } from '#contract/values/right-to-left.ts';

/** Encloses right-to-left parts of a sentence in `<bdi>`, because `global.css` isolates only whole elements. */
export function BidiSentence({ text }: { text: string }) {
  return splitAtRightToLeft(text).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed.
      <bdi key={index}>{part}</bdi>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed.
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
