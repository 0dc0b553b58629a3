import { Checkbox, NumberInput, Textarea } from '@mantine/core';

import type { RuleForm } from './rule-form';

const WEEK_MINUTES = 10_080;

/** When a rule that answers messages stays silent. */
export function ChatFields({ form }: { form: RuleForm }) {
  return (
    <fieldset className="endpoint-part">
      <legend>
        <h2>Stay silent</h2>
      </legend>
      <Checkbox
        label="Stay silent in some chats"
        description="After a stop word, while a person answers, or for certain senders."
        {...form.getInputProps('chat_on', { type: 'checkbox' })}
      />
      {form.values.chat_on && (
        <>
          <NumberInput
            label="Minutes after a person wrote"
            description="A message from the phone of the account, the console or the API. 0 to answer all the same."
            min={0}
            max={WEEK_MINUTES}
            allowDecimal={false}
            {...form.getInputProps('chat_pause_minutes')}
          />
          <div className="endpoint-row">
            <NumberInput
              label="Minutes of a session"
              description="A session ends when nobody writes to you for so long."
              min={1}
              max={WEEK_MINUTES}
              allowDecimal={false}
              {...form.getInputProps('chat_session_minutes')}
            />
            <NumberInput
              label="Most replies in a session"
              description="0 for any number."
              min={0}
              max={1000}
              allowDecimal={false}
              {...form.getInputProps('chat_max_replies')}
            />
          </div>
          <Textarea
            label="Stop words"
            description="One a line. After such a message the rule is silent until the session ends."
            placeholder="stop"
            autosize
            minRows={2}
            maxRows={10}
            {...form.getInputProps('chat_stop_words')}
          />
          <Textarea
            label="Ignored senders and chats"
            description="One a line: a phone number, or the id of a contact, a chat or a group."
            placeholder="+15550100020"
            className="mono-input"
            autosize
            minRows={1}
            maxRows={10}
            spellCheck={false}
            {...form.getInputProps('chat_ignore')}
          />
        </>
      )}
    </fieldset>
  );
}
