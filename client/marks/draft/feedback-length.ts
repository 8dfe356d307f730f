import { feedbackMax } from './draft.ts';

const tellFrom = feedbackMax - 200;

/** How much room feedback has left, once it comes near its end. */
export function formatRemainingLength(feedback: string): string | undefined {
  const { length } = feedback.trim();
  if (length < tellFrom) return undefined;
  const left = feedbackMax - length;
  const characters = Math.abs(left) === 1 ? 'character' : 'characters';
  return left >= 0 ? `${left} ${characters} left` : `${-left} ${characters} too many`;
}
