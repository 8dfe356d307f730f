import type { UseFormReturnType } from '@mantine/form';
import { createContext, useContext } from 'react';
import type { OptionLists } from './fields.ts';

export type SettingFormValues = { value: unknown };
type FormContextValue = {
  form: Pick<
    UseFormReturnType<SettingFormValues>,
    | 'getInputProps'
    | 'setFieldValue'
    | 'insertListItem'
    | 'removeListItem'
    | 'reorderListItem'
    | 'errors'
    | 'values'
  >;
  lists: OptionLists;
  isReadOnly: boolean;
  /** True while the form differs from the saved setting. */
  isDirty: boolean;
};

const FormContext = createContext<FormContextValue | undefined>(undefined);
export const SettingFormProvider = FormContext.Provider;

export function useSettingFormContext(): FormContextValue {
  const context = useContext(FormContext);
  if (!context) throw new Error('The field must be inside a settings form.');
  return context;
}

export function getValueAtPath(root: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], root);
}

export function useErrorAtPath(path: string): string | undefined {
  const { errors } = useSettingFormContext().form;
  const message =
    errors[path] ?? Object.entries(errors).find(([key]) => key.startsWith(`${path}.`))?.[1];
  return message ? String(message) : undefined;
}
