export type OptionLists = {
  programs: readonly string[];
  categories: readonly string[];
  supervisors: readonly string[];
  kinds: readonly SelectOption[];
  deadlines: readonly SelectOption[];
  milestones: readonly SelectOption[];
};

export type SelectOption = { value: string; label: string };
type OptionsOf =
  | readonly SelectOption[]
  | ((lists: OptionLists, root: unknown) => readonly SelectOption[]);

/** `description` is the help in place: every setting has one. */
type Base = { name: string; label: string; description: string };
type Undescribed<F> = Omit<F, 'description'> & { description?: string };
/** If `isOptional` is true, an empty field is omitted from the request. */
type MayBeEmpty = { isOptional?: boolean };

export type TextField = Base & MayBeEmpty & { kind: 'text'; rows?: number; placeholder?: string };
type NumberField = Base & MayBeEmpty & { kind: 'number' };
type DateTimeField = Base & { kind: 'date-time' };
type ChoiceField = Base & MayBeEmpty & { kind: 'choice'; options: OptionsOf; none?: string };
/** If `allowsNone` is true, no option needs to be chosen, and the request contains an empty list. */
type ManyField = Base &
  MayBeEmpty & {
    kind: 'many';
    options: OptionsOf;
    allowsNone?: boolean;
    /** Options that are selected in a new item. */
    initial?: readonly string[];
  };
/** A switch that is off is omitted from the request, unless an omitted value means that it is on. */
type SwitchField = Base & { kind: 'switch'; isOnByDefault?: true };
type ColourField = Base & MayBeEmpty & { kind: 'colour' };
type PictureField = Base & MayBeEmpty & { kind: 'logo' | 'photo' };

/** The id of a list item. The first save replaces an empty id with a random one. A saved id never changes. */
type IdField = Undescribed<Base> & { kind: 'id'; isShown?: boolean };

export type ObjectField = Undescribed<Base> &
  MayBeEmpty & { kind: 'object'; fields: readonly Field[] };
/** A list of strings, or of items with fields. `noun` is the word for one entry in labels, such as "question". */
export type ListField = Base & {
  kind: 'list';
  noun: string;
  items: readonly Field[] | Omit<TextField, keyof Base>;
  /** Name of a date-time field. The items are sorted by it when they are opened and saved, and cannot be moved. */
  sortedBy?: string;
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
