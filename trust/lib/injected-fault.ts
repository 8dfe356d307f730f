/** Module that is preloaded into every portal process to inject a fault. */
export const faultInjector = import.meta.resolve('./inject-fault.ts');

export const getInjectedFault = (): string | undefined => process.env.PLANTED_FAULT;
