import { longestFeedback } from '#contract/groups.ts';
import { textLength, tidyText } from '#contract/values/text.ts';

const tellFrom = longestFeedback - 200;

/** How much room feedback has left, once it comes near its end. */
export function formatRemainingLength(feedback: string): string | undefined {
  const length = textLength(tidyText(feedback));
  if (length < tellFrom) return undefined;
  const left = longestFeedback - length;
  const characters = Math.abs(left) === 1 ? 'character' : 'characters';
  return left >= 0 ? `${left} ${characters} left` : `${-left} ${characters} too many`;
}
