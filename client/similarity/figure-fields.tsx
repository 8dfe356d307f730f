import { SimpleGrid } from '@mantine/core';
import type { ComponentProps } from 'react';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { toast } from '#client/api/toast.ts';
import { createFieldValidator } from '#client/api/validate.ts';
import { NumberTextInput } from '#client/ui/form/number-text-input.tsx';
import { parseNumber } from '#client/ui/form/parse-number.ts';
import { findDesk } from '#contract/desk.ts';
import { Problem } from '#contract/problem.ts';
import { getSimilarity, type Similarity, SimilarityFigures } from '#contract/similarity.ts';

export type FigureValues = { overall: string; singleSource: string };

export const toFigureValues = ({ entries: [last] }: Similarity): FigureValues => ({
  overall: last ? String(last.overall) : '',
  singleSource: last ? String(last.singleSource) : '',
});

/** The server refuses figures that are no percentages. */
export const parseFigures = (values: FigureValues) => ({
  overall: parseNumber(values.overall) ?? Number.NaN,
  singleSource: parseNumber(values.singleSource) ?? Number.NaN,
});

const validateWith = (name: keyof FigureValues) => (typed: string) =>
  createFieldValidator(SimilarityFigures.shape[name])(parseNumber(typed));

export const validateFigures = {
  overall: validateWith('overall'),
  singleSource: validateWith('singleSource'),
};

/** Options of the forms: after each entry, and if somebody else was faster, they show the newest figures. */
export const formOptions = {
  failure: 'Couldn’t save the figures',
  onFailure: (error: unknown, message: string) => {
    if (!(error instanceof Problem) || error.code !== 'stale-version') return;
    // The newest figures replace the form and its error message.
    toast.error(message);
    void invalidateEndpoints(getSimilarity);
  },
  onDone: async ({ message }: { message: string }) => {
    toast.success(message);
    await invalidateEndpoints(getSimilarity, findDesk);
  },
};

type InputProps = ComponentProps<typeof NumberTextInput>;
type FigureFieldsProps = { inputPropsOf: (name: keyof FigureValues) => InputProps };

export function FigureFields({ inputPropsOf }: FigureFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <NumberTextInput
        label="Overall similarity in percent"
        required
        {...inputPropsOf('overall')}
      />
      <NumberTextInput
        label="Highest single source in percent"
        required
        {...inputPropsOf('singleSource')}
      />
    </SimpleGrid>
  );
}
