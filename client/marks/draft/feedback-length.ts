import { maxFeedbackLength } from '#contract/groups.ts';
import { normaliseText, textLength } from '#contract/values/text.ts';

const warnFromLength = maxFeedbackLength - 200;

/** Says how many characters of feedback remain. Returns undefined if the feedback is far from the limit. */
export function formatRemainingLength(feedback: string): string | undefined {
  const length = textLength(normaliseText(feedback));
  if (length < warnFromLength) return undefined;
  const left = maxFeedbackLength - length;
  const characters = Math.abs(left) === 1 ? 'character' : 'characters';
  return left >= 0 ? `${left} ${characters} left` : `${-left} ${characters} too many`;
}
