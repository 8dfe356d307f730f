import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRead } from '#client/api/use-read.ts';
import { search } from '#contract/search.ts';

type GroupFieldProps = Pick<AutocompleteProps, 'value' | 'onChange' | 'error'> & {
  /** Name of the group that is not offered. */
  ownName: string;
};

const searchDelayMs = 150;

/** Field for the name of another group, which suggests the groups that match the text. */
export function GroupField({ ownName, value = '', ...props }: GroupFieldProps) {
  const [q] = useDebouncedValue(value.trim(), searchDelayMs);
  const { data, error } = useRead(
    search,
    { query: { q } },
    {
      failure: 'Couldn’t load suggestions. Enter the full name',
      isWanted: q !== '',
      keepsPrevious: true,
    },
  );
  const names = (data?.groups ?? []).map(({ title }) => title).filter((name) => name !== ownName);
  return (
    <Autocomplete
      label="Other group"
      description={
        error ??
        'Enter a group name, such as BSCS-2027-004, or search by member, title or supervisor.'
      }
      required
      data={names}
      // The server has searched already, also by words that are not in the name.
      filter={({ options }) => options}
      {...props}
      value={value}
    />
  );
}
