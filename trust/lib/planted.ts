/** Preloaded into every process of the portal while a fault is planted. */
export const planter = import.meta.resolve('./plant.ts');

/** The name of the fault that is planted in this run, if any. */
export const plantedFault = (): string | undefined => process.env.PLANTED_FAULT;
