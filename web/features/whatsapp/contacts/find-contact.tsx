import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Form } from '../../../ui/form/form';
import { codeOf } from '../../../ui/problem';
import { Note } from '../../../ui/tag';
import { useInstance } from '../use-instance';
import { nameOfContact } from './labels';
import { t } from './texts';

type Kind = 'phone' | 'username' | 'lid' | 'bsuid';
const kinds = (): { value: Kind; label: string }[] => [
  { value: 'phone', label: t('number') },
  { value: 'username', label: t('username') },
  { value: 'lid', label: 'LID' },
  { value: 'bsuid', label: 'BSUID' },
];

interface Values {
  kind: Kind;
  phone: string;
  username: string;
  lid: string;
  bsuid: string;
}

function addressOf(instance_id: string, kind: Values['kind'], value: string) {
  switch (kind) {
    case 'phone':
      return { instance_id, phone: value };
    case 'username':
      return { instance_id, username: value };
    case 'lid':
      return { instance_id, lid: value };
    case 'bsuid':
      return { instance_id, bsuid: value };
    default:
      return kind satisfies never;
  }
}

export function FindContact() {
  const trpc = useTRPC();
  const { id } = useInstance();
  const resolve = useMutation(
    trpc.whatsapp.contacts.resolve.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.whatsapp.contacts.list.pathKey() }),
    }),
  );
  const form = useForm<Values>({
    initialValues: { kind: 'phone', phone: '', username: '', lid: '', bsuid: '' },
    validate: (values) => (values[values.kind].trim() === '' ? { [values.kind]: t('enterAddress') } : {}),
  });
  const { kind } = form.values;
  const input = () => addressOf(id, kind, form.getValues()[kind].trim());
  const isNobodys = resolve.isError && codeOf(resolve.error) === 'not_found';
  const find = async (): Promise<void> => {
    try {
      await resolve.mutateAsync(input());
    } catch (error) {
      if (codeOf(error) !== 'not_found') throw error;
    }
  };
  return (
    <section className="wa-fields" aria-labelledby="find-contact">
      <h3 id="find-contact">{t('whose')}</h3>
      <Form
        form={form}
        onSubmit={find}
        submit={t('findContact')}
        actions={<CopyAsCode operation="whatsapp_contacts_resolve" input={input} />}
      >
        <div className="wa-pair">
          <NativeSelect
            label={t('addressKind')}
            value={kind}
            data={kinds()}
            onChange={(event) => {
              form.setFieldValue('kind', event.currentTarget.value as Kind);
              form.clearErrors();
              resolve.reset();
            }}
          />
          <TextInput
            label={t('address')}
            maxLength={140}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps(kind)}
          />
        </div>
      </Form>
      <div role="status">
        {resolve.data && (
          <Note tone="success">
            {t.rich('foundContact', {
              name: nameOfContact(resolve.data),
              link: (name) => (
                <Link to="." search={{ contact: resolve.data.id } as never}>
                  {name}
                </Link>
              ),
            })}
          </Note>
        )}
        {isNobodys && <Note tone="warning">{t('nobody')}</Note>}
      </div>
    </section>
  );
}
