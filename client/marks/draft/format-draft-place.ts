/** Returns a predicate such as "stay in this browser tab". */
export const formatDraftPlace = (isDeviceOnly: boolean | undefined) =>
  isDeviceOnly ? 'stay in this browser tab' : 'are kept as a draft';
