/** Increments each year in a name: "Session 2026–27" becomes "Session 2027–28". */
export const getNextCohortName = (name: string): string =>
  name.replace(/\b(\d{4})([–/-])(\d{2})\b|\b\d{4}\b/g, (years, first, dash, second) =>
    first === undefined
      ? String(Number(years) + 1)
      : `${Number(first) + 1}${dash}${String((Number(second) + 1) % 100).padStart(2, '0')}`,
  );

export const getNextCohortCode = (code: string): string =>
  code.replace(/\d{4}/, (year) => String(Number(year) + 1));
