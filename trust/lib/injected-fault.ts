export const faultInjectorUrl = import.meta.resolve('./inject-fault.ts');

export const getInjectedFault = (): string | undefined => process.env.INJECTED_FAULT;
