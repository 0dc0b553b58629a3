import { Checkbox, NumberInput } from '@mantine/core';

import { ListField } from '../../../../ui/form/list-field';
import { listProps } from '../../../../ui/form/list-props';
import type { RuleForm } from './rule-form';
import { t } from './texts';

const WEEK_MINUTES = 10_080;

/** When a rule that answers messages stays silent. */
export function ChatFields({ form }: { form: RuleForm }) {
  return (
    <fieldset className="endpoint-part">
      <legend>
        <h2>{t('silence')}</h2>
      </legend>
      <Checkbox
        label={t('silenceOn')}
        description={t('silenceOnHelp')}
        {...form.getInputProps('chat_on', { type: 'checkbox' })}
      />
      {form.values.chat_on && (
        <>
          <NumberInput
            label={t('pauseMinutes')}
            description={t('pauseMinutesHelp')}
            min={0}
            max={WEEK_MINUTES}
            allowDecimal={false}
            {...form.getInputProps('chat_pause_minutes')}
          />
          <div className="endpoint-row">
            <NumberInput
              label={t('sessionMinutes')}
              description={t('sessionMinutesHelp')}
              min={1}
              max={WEEK_MINUTES}
              allowDecimal={false}
              {...form.getInputProps('chat_session_minutes')}
            />
            <NumberInput
              label={t('maxReplies')}
              description={t('maxRepliesHelp')}
              min={0}
              max={1000}
              allowDecimal={false}
              {...form.getInputProps('chat_max_replies')}
            />
          </div>
          <ListField
            label={t('stopWords')}
            description={t('stopWordsHelp')}
            placeholder={t('stopWordsExample')}
            max={20}
            maxLength={100}
            hasCommas
            {...listProps(form, 'chat_stop_words')}
          />
          <ListField
            label={t('ignored')}
            description={t('ignoredHelp')}
            placeholder="+15550100020"
            max={200}
            {...listProps(form, 'chat_ignore')}
          />
        </>
      )}
    </fieldset>
  );
}
