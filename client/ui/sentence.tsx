import { Fragment } from 'react';
import { splitAtRightToLeft } from '#contract/values/right-to-left.ts';

/**
 * A sentence that arrives as one string. Names and titles in it that are written from right to left are isolated. An
 * element of nothing but one text that somebody wrote does not need this: see `unicode-bidi` in `global.css`.
 */
export function Sentence({ text }: { text: string }) {
  return splitAtRightToLeft(text).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other identity.
      <bdi key={index}>{part}</bdi>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other identity.
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
