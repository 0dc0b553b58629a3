import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';

import { IdChoice } from '../../../ui/form/id-choice';
import { ListField } from '../../../ui/form/list-field';
import type { ListProps } from '../../../ui/form/list-props';
import { SELECTORS, type SelectorLists } from './selectors';
import { t } from './texts';
import { useSelectable } from './use-selectable';

interface SelectorFieldsProps {
  events: readonly string[];
  selectors: SelectorLists;
  propsOf: (name: keyof SelectorLists) => ListProps;
}

/** Those that the events can be limited by, and those that are set. */
export function selectorKinds(events: readonly string[], selectors: SelectorLists) {
  const concerns = (about: string) =>
    events.some((pattern) => pattern !== '*' && (pattern.startsWith(about) || about.startsWith(pattern.slice(0, -1))));
  return SELECTORS.filter(({ name, about }) => concerns(about) || selectors[name].length > 0);
}

export function SelectorFields(props: SelectorFieldsProps) {
  const shown = selectorKinds(props.events, props.selectors);
  // No queries run for events without such objects.
  return shown.length > 0 && <Shown {...props} shown={shown} />;
}

function Shown({ selectors, propsOf, shown }: SelectorFieldsProps & { shown: (typeof SELECTORS)[number][] }) {
  const [typed, setTyped] = useState({ chat: '', link: '' });
  const selectable = useSelectable(selectors, useDeferredValue(typed));
  return shown.map(({ name, label, prefix }) => {
    const { options, isSearched } = selectable[name];
    const searched = name === 'chat_ids' ? 'chat' : name === 'link_ids' ? 'link' : undefined;
    return options.length > 0 || isSearched ? (
      <IdChoice
        key={name}
        label={t('only', { what: label() })}
        description={t('allWhenNone')}
        options={options}
        {...propsOf(name)}
      >
        {isSearched && searched && (
          <TextInput
            size="xs"
            type="search"
            aria-label={t('findIn', { what: label() })}
            placeholder={t('findIn', { what: label() })}
            leftSection={<IconSearch size={14} aria-hidden />}
            maxLength={200}
            value={typed[searched]}
            onChange={(event) => setTyped({ ...typed, [searched]: event.currentTarget.value })}
          />
        )}
      </IdChoice>
    ) : (
      <ListField
        key={name}
        label={t('only', { what: label() })}
        description={t('idsHelp')}
        placeholder={`${prefix}_…`}
        max={100}
        {...propsOf(name)}
      />
    );
  });
}
