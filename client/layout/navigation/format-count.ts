const maxShown = 99;

/** Formats the number in a badge, which has room for three characters. */
export const formatCount = (count: number): string =>
  count > maxShown ? `${maxShown}+` : String(count);
