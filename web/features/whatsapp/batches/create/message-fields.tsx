import { NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

import { CopyButton } from '../../../../ui/code/copy';
import { formPart } from '../../../../ui/form/form-part';
import { Note } from '../../../../ui/tag';
import { newDraft, SEND_TYPES, type SendType } from '../../messages/composer/draft';
import { TypeFields } from '../../messages/composer/type-fields';
import { TYPES } from '../../messages/labels';
import { useUnsupportedReason } from '../../use-instance';
import { t } from '../texts';
import type { BatchDraft } from './draft';
import { missingValues } from './recipients';
import type { Audience } from './use-audience';

const MANY = SEND_TYPES.filter((type) => type !== 'reaction');

interface MessageFieldsProps {
  form: UseFormReturnType<BatchDraft>;
  of: Audience;
}

export function MessageFields({ form, of }: MessageFieldsProps) {
  const lacks = useUnsupportedReason();
  const { type } = form.values;
  const choose = (next: SendType) => {
    form.setValues({ type: next, content: newDraft(next).content });
    form.clearErrors();
  };
  return (
    <div className="composer">
      <NativeSelect
        label={t('type')}
        value={type}
        error={form.errors['type']}
        data={MANY.map((value) => {
          const lack = lacks(`message.${value}`);
          const label = lack === undefined ? TYPES[value] : t('typeLacks', { type: TYPES[value], reason: lack });
          return { value, label, disabled: lack !== undefined };
        })}
        onChange={(event) => choose(event.currentTarget.value as SendType)}
      />
      <TypeFields part={formPart(form, 'content', form.values.content)} type={type} />
      <Variables of={of} />
    </div>
  );
}

function Variables({ of }: { of: Audience }) {
  const { reading, number, ref, names, recipients } = of;
  const offered = reading.columns.filter((_, at) => at !== number && at !== ref).map(({ name }) => name);
  const without = missingValues(recipients, names);
  return (
    <>
      {offered.length > 0 && (
        <div className="batch-names">
          <span className="dimmed">{t('variables')}</span>
          {offered.map((name) => (
            <CopyButton key={name} text={`{{${name}}}`} label={`{{${name}}}`} />
          ))}
        </div>
      )}
      {without.map(({ name, count }) => (
        <Note key={name} tone="warning">
          {t.rich('missing', { count, name: `{{${name}}}`, code: (text) => <span className="mono">{text}</span> })}
        </Note>
      ))}
    </>
  );
}
