/** Formats the number of delivery attempts, such as "not yet", "once" or "3 times". */
export const formatAttempts = (attempts: number) =>
  attempts === 0 ? 'not yet' : attempts === 1 ? 'once' : `${attempts} times`;
