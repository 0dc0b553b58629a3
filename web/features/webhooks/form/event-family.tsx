import { Checkbox } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { useTRPC } from '../../../trpc';
import { CodeBlock } from '../../../ui/code/code-block';
import { formatNumber } from '../../../ui/format';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { matchesType, type EventFamily, type EventTypeSummary } from './patterns';
import { t } from './texts';

interface EventFamilyFieldProps {
  family: EventFamily;
  isOpen: boolean;
  value: readonly string[];
  onToggle: (pattern: string, isOn: boolean) => void;
}

export function EventFamilyField({
  family: { prefix, types },
  isOpen: isForced,
  value,
  onToggle,
}: EventFamilyFieldProps) {
  const glob = `${prefix}.*`;
  const hasGlob = types.some(({ matched_by_patterns: isIn }) => isIn);
  const isAbove = value.some(
    (pattern) => pattern.endsWith('*') && glob !== pattern && glob.startsWith(pattern.slice(0, -1)),
  );
  const single = types.filter(({ type }) => value.includes(type)).length;
  const [isUnfolded, setIsUnfolded] = useState(single > 0);
  const isOpen = isUnfolded || isForced;
  const id = useId();
  const total = types.length;
  const isAll = value.includes(glob) || isAbove;
  const count = isAll ? t('allTypes') : single > 0 ? t('someTypes', { count: single, total }) : formatNumber(total);

  return (
    <div className="webhooks-family">
      <div className="webhooks-family-head">
        {hasGlob ? (
          <Checkbox
            size="xs"
            label={<span className="mono">{glob}</span>}
            checked={value.includes(glob) || isAbove}
            disabled={isAbove}
            indeterminate={!isAbove && !value.includes(glob) && single > 0}
            onChange={(event) => onToggle(glob, event.currentTarget.checked)}
          />
        ) : (
          <span className="mono">{prefix}</span>
        )}
        <button
          type="button"
          className="bare webhooks-fold"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsUnfolded(!isOpen)}
        >
          {count} <span className="visually-hidden">{t('typesOf', { prefix })}</span>
          <IconChevronDown size={15} aria-hidden />
        </button>
      </div>
      <ul id={id} hidden={!isOpen}>
        {isOpen && types.map((type) => <EventTypeField key={type.type} of={type} value={value} onToggle={onToggle} />)}
      </ul>
    </div>
  );
}

interface EventTypeFieldProps extends Pick<EventFamilyFieldProps, 'value' | 'onToggle'> {
  of: EventTypeSummary;
}

function EventTypeField({ of, value, onToggle }: EventTypeFieldProps) {
  const { type, label, summary, matched_by_patterns: isInGlobs } = of;
  const glob = value.find((pattern) => pattern !== type && matchesType(pattern, of));
  const [isShown, setIsShown] = useState(false);
  return (
    <li>
      <div className="webhooks-type">
        <Checkbox
          size="xs"
          label={
            <>
              {label} <span className="mono dimmed">{type}</span>
            </>
          }
          description={isInGlobs ? summary : t('onlyByName', { summary })}
          checked={glob !== undefined || value.includes(type)}
          disabled={glob !== undefined}
          onChange={(event) => onToggle(type, event.currentTarget.checked)}
        />
        <button
          type="button"
          className="bare webhooks-example"
          aria-expanded={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          {t('example')} <span className="visually-hidden">{t('exampleOfHidden', { type })}</span>
        </button>
      </div>
      {isShown && <Example type={type} />}
    </li>
  );
}

function Example({ type }: { type: string }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.events.types.get.queryOptions({ type }, { staleTime: Number.POSITIVE_INFINITY }));
  return (
    <Content query={query} loading={<Loading rows={3} />}>
      {({ example }) => (
        <CodeBlock code={JSON.stringify(example, null, 2)} language="json" label={t('exampleOf', { type })} />
      )}
    </Content>
  );
}
