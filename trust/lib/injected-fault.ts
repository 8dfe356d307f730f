/** Module to preload into every portal process while a fault is injected. */
export const faultInjector = import.meta.resolve('./inject-fault.ts');

export const getInjectedFault = (): string | undefined => process.env.PLANTED_FAULT;
