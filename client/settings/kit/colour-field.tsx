import { Button, Group, TextInput } from '@mantine/core';
import { useId } from 'react';
import { colourError } from '#contract/colour.ts';
import type { LeafField } from './fields.ts';
import { useErrorAt, useFormContext, valueAt } from './form-context.ts';
import classes from './kit.module.css';

const isWhole = (colour: string) => /^#[0-9a-f]{6}$/.test(colour);

/** Typed, or picked in the browser's own window; a colour that is hard to read says so at once. */
export function ColourField({ field, path }: { field: LeafField; path: string }) {
  const id = useId();
  const { form, isReadOnly } = useFormContext();
  const value = String(valueAt(form.values, path) ?? '');
  const refused = useErrorAt(path);
  const unreadable = isWhole(value) ? colourError(value) : undefined;
  const nearest = unreadable && /#[0-9a-f]{6}(?=\.$)/.exec(unreadable)?.[0];
  const set = (colour: string) => form.setFieldValue(path, colour.trim().toLowerCase());
  return (
    <div>
      <Group align="flex-end" gap="sm" wrap="nowrap" maw="32rem">
        <TextInput
          id={id}
          flex={1}
          label={field.label}
          description={field.description}
          placeholder="#1d5b52"
          readOnly={isReadOnly}
          value={value}
          error={Boolean(refused ?? unreadable)}
          aria-describedby={`${id}-reason`}
          onChange={({ currentTarget }) => set(currentTarget.value)}
        />
        <input
          type="color"
          aria-label="Pick a colour"
          className={classes.swatch}
          disabled={isReadOnly}
          value={isWhole(value) ? value : '#1d5b52'}
          onChange={({ currentTarget }) => set(currentTarget.value)}
        />
      </Group>
      <div id={`${id}-reason`} role="alert" className={classes.error}>
        {unreadable ?? refused}
      </div>
      {nearest && !isReadOnly && (
        <Button variant="default" size="xs" mt="xs" onClick={() => set(nearest)}>
          Use {nearest}
        </Button>
      )}
    </div>
  );
}
