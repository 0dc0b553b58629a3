import { Textarea, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useState, type ReactNode } from 'react';

import { IdChoice } from '../../../ui/form/id-choice';
import { SELECTORS, type SelectorLines } from './selectors';
import { useSelectable } from './use-selectable';

const DESCRIPTION = 'Events about none of them always pass.';

interface SelectorFieldsProps {
  events: readonly string[];
  selectors: SelectorLines;
  errorOf: (name: keyof SelectorLines) => ReactNode;
  onChange: (name: keyof SelectorLines, lines: string) => void;
}

export function SelectorFields(props: SelectorFieldsProps) {
  const { events, selectors } = props;
  const concerns = (about: string) =>
    events.some((pattern) => pattern !== '*' && (pattern.startsWith(about) || about.startsWith(pattern.slice(0, -1))));
  const shown = SELECTORS.filter(({ name, about }) => concerns(about) || selectors[name] !== '');
  // No queries run for events without such objects.
  return shown.length > 0 && <Shown {...props} shown={shown} />;
}

function Shown({ selectors, errorOf, onChange, shown }: SelectorFieldsProps & { shown: (typeof SELECTORS)[number][] }) {
  const [typed, setTyped] = useState({ chat: '', link: '' });
  const selectable = useSelectable(selectors, useDeferredValue(typed));
  return shown.map(({ name, label, prefix }) => {
    const { options, isSearched } = selectable[name];
    const searched = name === 'chat_ids' ? 'chat' : name === 'link_ids' ? 'link' : undefined;
    return options.length > 0 || isSearched ? (
      <IdChoice
        key={name}
        label={`Only these: ${label}`}
        description={`None ticked: all. ${DESCRIPTION}`}
        options={options}
        value={selectors[name]}
        error={errorOf(name)}
        onChange={(next) => onChange(name, next)}
      >
        {isSearched && searched && (
          <TextInput
            size="xs"
            type="search"
            aria-label={`Find in ${label}`}
            placeholder={`Find in ${label}`}
            leftSection={<IconSearch size={14} aria-hidden />}
            maxLength={200}
            value={typed[searched]}
            onChange={(event) => setTyped({ ...typed, [searched]: event.currentTarget.value })}
          />
        )}
      </IdChoice>
    ) : (
      <Textarea
        key={name}
        label={`Only these: ${label}`}
        description={`Ids, one a line. Empty for all. ${DESCRIPTION}`}
        placeholder={`${prefix}_…`}
        autosize
        minRows={1}
        spellCheck={false}
        value={selectors[name]}
        error={errorOf(name)}
        onChange={(event) => onChange(name, event.currentTarget.value)}
      />
    );
  });
}
