/** Formats the number of search results: "1 group", "12 groups in the bin found for “robot”". */
export function formatSearchCount(total: number, noun: string, q: string, where = ''): string {
  const counted = `${total} ${noun}${total === 1 ? '' : 's'}${where}`;
  return q === '' ? counted : `${counted} found for “${q}”`;
}
