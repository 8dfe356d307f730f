/** URL of the module that is preloaded into every portal process to inject a fault. */
export const faultInjectorUrl = import.meta.resolve('./inject-fault.ts');

export const getInjectedFault = (): string | undefined => process.env.INJECTED_FAULT;
