export const formatAttempts = (attempts: number) =>
  attempts === 0 ? 'not yet' : attempts === 1 ? 'once' : `${attempts} times`;
