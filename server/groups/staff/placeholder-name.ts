import { toConfusableNameKey } from './confusable-form.ts';

/** Placeholder name for a supervisor whom the office will choose later (decision 16). */
export const placeholderSupervisor = 'other';

export const isPlaceholderName = (name: string) =>
  toConfusableNameKey(name) === toConfusableNameKey(placeholderSupervisor);
