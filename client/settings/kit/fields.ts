export type OptionLists = {
  programs: readonly string[];
  categories: readonly string[];
  supervisors: readonly string[];
  deadlines: readonly SelectOption[];
};

export type SelectOption = { value: string; label: string };
type OptionsOf =
  | readonly SelectOption[]
  | ((lists: OptionLists, root: unknown) => readonly SelectOption[]);

type Base = { name: string; label: string; description?: string };
/** If `isOptional` is true, an empty field is omitted from the request. */
type MayBeEmpty = { isOptional?: boolean };

type TextField = Base & MayBeEmpty & { kind: 'text'; rows?: number; placeholder?: string };
type NumberField = Base & MayBeEmpty & { kind: 'number' };
type DateTimeField = Base & { kind: 'date-time' };
type ChoiceField = Base & MayBeEmpty & { kind: 'choice'; options: OptionsOf; none?: string };
type ManyField = Base & MayBeEmpty & { kind: 'many'; options: OptionsOf };
type SwitchField = Base & { kind: 'switch' };
type ColourField = Base & MayBeEmpty & { kind: 'colour' };
type PictureField = Base & MayBeEmpty & { kind: 'logo' | 'photo' };

/** The id of a list item. The first save replaces an empty id with a random one. A saved id never changes. */
type IdField = Base & { kind: 'id'; isShown?: boolean };

export type ObjectField = Base & MayBeEmpty & { kind: 'object'; fields: readonly Field[] };
/** A list of strings, or of items with fields. `noun` is the word for one entry in labels, such as "question". */
export type ListField = Base & {
  kind: 'list';
  noun: string;
  items: readonly Field[] | Omit<TextField, 'name' | 'label'>;
  /** Returns the text to show beside the title of a collapsed item. */
  detail?: (item: ListItem) => string;
};
export type ListItem = Readonly<Record<string, unknown>>;
type LeafField =
  | TextField
  | NumberField
  | DateTimeField
  | ChoiceField
  | ManyField
  | SwitchField
  | ColourField
  | PictureField;

export type Field = LeafField | IdField | ObjectField | ListField;
export type { IdField, LeafField, NumberField };

export type RootField = ObjectField | ListField;

export const isItemList = (field: ListField): field is ListField & { items: readonly Field[] } =>
  Array.isArray(field.items);

export const resolveFieldOptions = (
  options: OptionsOf,
  lists: OptionLists,
  root: unknown,
): readonly SelectOption[] => (typeof options === 'function' ? options(lists, root) : options);

export const toSelectOptions = (values: readonly string[]): SelectOption[] =>
  values.map((value) => ({ value, label: value }));
