import { Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../../../trpc';
import { useCan } from '../../../../ui/shell/workspace';
import { TargetPicker } from '../../publications/composer/targets-field';
import type { ActionDraft } from './draft';

import '../../publications/composer/composer.css';

const UNITS = ['seconds', 'minutes', 'hours', 'days'];
const SHORT = [
  { value: 'off', label: 'Leave links as they are' },
  { value: 'auto', label: 'Shorten every link, count its clicks' },
];
const MOST_WEBHOOKS = 50;

interface ActionFieldsProps {
  action: ActionDraft;
  /** Props of the field of this name, its error among them. */
  propsOf: (name: keyof ActionDraft, type?: 'checkbox') => object;
  set: <K extends keyof ActionDraft>(name: K, value: ActionDraft[K]) => void;
  fault: (name: keyof ActionDraft) => React.ReactNode;
}

/** What a step does, by its kind. */
export function ActionFields(props: ActionFieldsProps) {
  const { action, propsOf } = props;
  if (action.json !== null) {
    return (
      <Textarea
        label="The step as JSON"
        className="mono-input"
        autosize
        minRows={6}
        maxRows={24}
        spellCheck={false}
        {...propsOf('json')}
      />
    );
  }
  return {
    reply: <ReplyFields {...props} />,
    publish: <PublishFields {...props} />,
    create_link: <LinkFields {...props} />,
    webhook: <WebhookFields {...props} />,
    delay: <DelayFields {...props} />,
  }[action.type];
}

function ReplyFields({ propsOf }: ActionFieldsProps) {
  return (
    <>
      <Textarea
        label="Text"
        description="A template: {{ event.data.content.text }} is what was written."
        className="mono-input"
        autosize
        minRows={2}
        maxRows={12}
        {...propsOf('text')}
      />
      <Checkbox label="Quote the message" {...propsOf('quote', 'checkbox')} />
    </>
  );
}

function PublishFields({ action, propsOf, set, fault }: ActionFieldsProps) {
  return (
    <>
      <Textarea
        label="Text"
        description="A template: {{ event.data.… }}, {{ steps[0].short_url }}."
        className="mono-input"
        autosize
        minRows={2}
        maxRows={12}
        {...propsOf('text')}
      />
      <TargetPicker
        legend="To"
        chosen={action.targets}
        fault={fault('targets')}
        onChange={(targets) => set('targets', targets)}
      />
      <NativeSelect label="Links in the text" data={SHORT} {...propsOf('short_links')} />
    </>
  );
}

function LinkFields({ propsOf }: ActionFieldsProps) {
  return (
    <>
      <TextInput
        label="Destination"
        placeholder="https://example.com/{{ event.data.id }}"
        className="mono-input"
        {...propsOf('url')}
      />
      <TextInput label="Slug" placeholder="Made for you" className="mono-input" {...propsOf('slug')} />
    </>
  );
}

function WebhookFields({ propsOf }: ActionFieldsProps) {
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.webhooks.list.queryOptions({ limit: MOST_WEBHOOKS }, { enabled: useCan()('webhooks:read') }),
  );
  const webhooks = (data?.data ?? []).map(({ id, name, url }) => ({ value: id, label: name ?? url }));
  return (
    <>
      <NativeSelect
        label="Webhook"
        description="It gets automation.rule.fired, whatever it subscribes to."
        data={[{ value: '', label: webhooks.length === 0 ? 'No webhooks yet' : 'Choose' }, ...webhooks]}
        {...propsOf('endpoint_id')}
      />
      <Textarea
        label="Payload"
        description="JSON whose texts are templates; empty for none."
        placeholder={'{ "name": "{{ event.data.contact.name }}" }'}
        className="mono-input"
        autosize
        minRows={2}
        maxRows={12}
        spellCheck={false}
        {...propsOf('text')}
      />
    </>
  );
}

function DelayFields({ propsOf }: ActionFieldsProps) {
  return (
    <div className="endpoint-row">
      <NumberInput label="For" min={1} allowDecimal={false} {...propsOf('seconds')} />
      <NativeSelect label="Unit" data={UNITS} {...propsOf('unit')} />
    </div>
  );
}
