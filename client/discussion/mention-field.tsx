import { Paper, Text, VisuallyHidden } from '@mantine/core';
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { GrowingTextarea } from '#client/ui/form/growing-textarea.tsx';
import type { MentionedPerson } from '#contract/messages/mentions.ts';
import classes from './discussion.module.css';
import {
  completeMention,
  findOpenMention,
  listMatchingPeople,
  type OpenMention,
} from './find-mention.ts';

const maxOptions = 8;

type MentionFieldProps = Omit<ComponentProps<typeof GrowingTextarea>, 'onChange' | 'value'> & {
  people: readonly MentionedPerson[];
  value?: string;
  onChange?: (text: string) => void;
};

/** Text area with a list of people after `@`. Arrow keys move in the list, Enter or Tab inserts the name, Escape closes. */
export function MentionField({ people, value = '', onChange, ...props }: MentionFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { mention, setMention, options, active, setActive } = useOptions(people);
  const id = useId();
  const isOpen = options.length > 0;
  const follow = () => {
    const element = field.current;
    if (element) setMention(findOpenMention(element.value, element.selectionStart));
  };
  const choose = (person: MentionedPerson | undefined) => {
    if (!mention || !person) return;
    const completed = completeMention(value, mention, person);
    flushSync(() => {
      onChange?.(completed.text);
      setMention(undefined);
    });
    field.current?.focus();
    field.current?.setSelectionRange(completed.caret, completed.caret);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { isComposing, ctrlKey, metaKey } = event.nativeEvent;
    const isHandled = isOpen && !isComposing && !ctrlKey && !metaKey && handleKey(event.key);
    if (isHandled) event.preventDefault();
    else props.onKeyDown?.(event);
  };
  const handleKey = (key: string): boolean => {
    if (key === 'ArrowDown') setActive((active + 1) % options.length);
    else if (key === 'ArrowUp') setActive((active + options.length - 1) % options.length);
    else if (key === 'Enter' || key === 'Tab') choose(options[active]);
    else if (key === 'Escape') setMention(undefined);
    else return false;
    return true;
  };
  return (
    <div>
      <GrowingTextarea
        {...props}
        ref={field}
        value={value}
        onChange={(event) => {
          onChange?.(event.currentTarget.value);
          follow();
        }}
        onKeyDown={onKeyDown}
        onClick={follow}
        onBlur={(event) => {
          setMention(undefined);
          props.onBlur?.(event);
        }}
        aria-autocomplete="list"
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
      />
      {isOpen && (
        <Paper withBorder p={4} mt={4} role="listbox" id={id} aria-label="People to mention">
          {options.map((person, index) => (
            <Text
              key={person.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              className={classes.option}
              // Keep the focus in the text area.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              {person.name}
            </Text>
          ))}
        </Paper>
      )}
      <VisuallyHidden role="status">
        {isOpen &&
          `${options.length === 1 ? '1 person' : `${options.length} people`}: ${options[active]?.name}`}
      </VisuallyHidden>
    </div>
  );
}

function useOptions(people: readonly MentionedPerson[]) {
  const [mention, setOpenMention] = useState<OpenMention>();
  const [active, setActive] = useState(0);
  const matching = mention ? listMatchingPeople(people, mention).slice(0, maxOptions) : [];
  const setMention = (next: OpenMention | undefined) => {
    setOpenMention(next);
    setActive(0);
  };
  return { mention, setMention, options: matching, active, setActive };
}
