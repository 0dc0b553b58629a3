import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';

import { ModelsSettings } from '../../../shared/ai/models';
import { issueText } from '../../i18n/labels';
import { queryClient, useTRPC } from '../../trpc';
import { Form } from '../../ui/form/form';
import { LeaveGuard } from '../../ui/form/leave-guard';
import { ListField } from '../../ui/form/list-field';
import { useStoredValues } from '../../ui/form/use-stored-values';
import { useCan } from '../../ui/shell/workspace';
import { toast } from '../../ui/toast/toast';
import { AliasesField } from './aliases-field';
import { aliasesOf, type AliasDraft, type Settings } from './lines';
import { t } from './texts';

const MAX_PATTERNS = 100;
const MAX_SUGGESTIONS = 100;

interface Draft {
  aliases: AliasDraft[];
  allow: string[];
  deny: string[];
}

const inputOf = ({ aliases, allow, deny }: Draft) => ({
  aliases: Object.fromEntries(aliases.map(({ name, models }) => [name.trim(), models])),
  allow,
  deny,
});

function checkDraft(draft: Draft): Record<string, string> {
  const errors: Record<string, string> = {};
  const names = draft.aliases.map(({ name }) => name.trim());
  const at = (name: string) => `aliases.${names.indexOf(name)}`;
  for (const { path, message } of ModelsSettings.safeParse(inputOf(draft)).error?.issues ?? []) {
    const [field = '', name] = path.map(String);
    if (field === 'aliases' && name !== undefined) {
      if (path.length > 2) errors[`${at(name)}.models`] = issueText(message);
      else if (draft.aliases[names.indexOf(name)]?.models.length === 0)
        errors[`${at(name)}.models`] = t('aliasNeedsModel');
      else errors[`${at(name)}.name`] = t('aliasNameRule');
    } else errors[field] ??= issueText(message);
  }
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) < index) errors[`aliases.${index}.name`] = t('aliasTwice', { name });
  }
  return errors;
}

export function SettingsForm({ settings }: { settings: Settings }) {
  const trpc = useTRPC();
  const update = useMutation(trpc.models.settings.update.mutationOptions());
  const { data } = useQuery(
    trpc.models.list.queryOptions({ limit: MAX_SUGGESTIONS }, { enabled: useCan()('models:read') }),
  );
  const models = (data?.data ?? []).map(({ id }) => id);
  const providers = [...new Set(models.map((id) => `${id.slice(0, id.indexOf('/'))}/*`))];
  const stored: Draft = { aliases: aliasesOf(settings.aliases), allow: settings.allow, deny: settings.deny };
  const form = useForm<Draft>({ initialValues: stored, validate: checkDraft });
  const save = useStoredValues(form, stored);

  const send = (values: Draft) =>
    save(async (onStored) => {
      await update.mutateAsync(inputOf(values));
      onStored(values);
      toast(t('saved'));
      await queryClient.invalidateQueries({ queryKey: trpc.models.pathKey() });
    });
  const patterns = (name: 'allow' | 'deny') => ({
    placeholder: t('addPattern'),
    value: form.values[name],
    options: [...providers, ...models],
    max: MAX_PATTERNS,
    error: form.errors[name],
    onChange: (next: string[]) => {
      form.setFieldValue(name, next);
      form.clearFieldError(name);
    },
  });

  return (
    <div className="form-narrow">
      <Form form={form} onSubmit={send} submit={t('save')}>
        <LeaveGuard isDirty={form.isDirty() && !update.isPending} />
        <AliasesField
          value={form.values.aliases}
          models={models}
          error={form.errors['aliases']}
          errorOf={(at, field) => form.errors[`aliases.${at}.${field}`]}
          onChange={(next) => {
            form.setFieldValue('aliases', next);
            form.clearErrors();
          }}
        />
        <ListField label={t('allowed')} description={t('allowedHelp')} {...patterns('allow')} />
        <ListField label={t('blocked')} description={t('blockedHelp')} {...patterns('deny')} />
      </Form>
    </div>
  );
}
