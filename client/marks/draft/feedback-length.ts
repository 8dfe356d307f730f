import { maxFeedbackLength } from '#contract/groups.ts';
import { countCodePoints, normaliseText } from '#contract/values/text.ts';

const warnFromLength = maxFeedbackLength - 200;

/** Describes how many characters remain or are too many. Returns undefined if more than 200 characters remain. */
export function formatRemainingLength(feedback: string): string | undefined {
  const length = countCodePoints(normaliseText(feedback));
  if (length < warnFromLength) return undefined;
  const left = maxFeedbackLength - length;
  const characters = Math.abs(left) === 1 ? 'character' : 'characters';
  return left >= 0 ? `${left} ${characters} left` : `${-left} ${characters} too many`;
}
