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

const KINDS = { phone: 'Number', username: 'User name', lid: 'LID', bsuid: 'BSUID' };
type Kind = keyof typeof KINDS;

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
    validate: (values) => (values[values.kind].trim() === '' ? { [values.kind]: 'Which one?' } : {}),
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
      <h3 id="find-contact">Whose is an address?</h3>
      <Form
        form={form}
        onSubmit={find}
        submit="Find contact"
        actions={<CopyAsCode operation="whatsapp_contacts_resolve" input={input} />}
      >
        <div className="wa-pair">
          <NativeSelect
            label="Kind of address"
            value={kind}
            data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
            onChange={(event) => {
              form.setFieldValue('kind', event.currentTarget.value as Kind);
              form.clearErrors();
              resolve.reset();
            }}
          />
          <TextInput
            label="Address"
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
            It is{' '}
            <Link to="." search={{ contact: resolve.data.id } as never}>
              {nameOfContact(resolve.data)}
            </Link>
            .
          </Note>
        )}
        {isNobodys && <Note tone="warning">Nobody has it, as far as this account and the network can tell.</Note>}
      </div>
    </section>
  );
}
