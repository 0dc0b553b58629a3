import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { byCursor, queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Form } from '../../../ui/form/form';
import { Avatar } from '../../../ui/icons/avatar';
import { Card } from '../../../ui/page';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { LoadMore, rowsOf } from '../../../ui/table/load-more';
import { Tag } from '../../../ui/tag';
import { toastError } from '../../../ui/toast/toast';
import { addressOf, nameOfPerson, recipientOf } from '../party';
import type { Recipient } from '../recipients/recipient';
import { RecipientsField } from '../recipients/recipients-field';
import { useUnsupportedReason } from '../use-instance';
import { ROLES, type Group, type Participant, type Result } from './labels';
import { Results } from './results';
import { t } from './texts';

type Action = 'add' | 'remove' | 'promote' | 'demote';

interface PeopleProps {
  of: Group;
  mayWrite: boolean;
}

export function Participants({ of, mayWrite }: PeopleProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const lacks = useUnsupportedReason();
  const input = { instance_id: of.instance_id, group_id: of.id };
  const query = useInfiniteQuery(trpc.whatsapp.group_participants.list.infiniteQueryOptions(input, byCursor));
  const [results, setResults] = useState<Result[]>([]);
  const change = useMutation({
    mutationFn: ({ action, participants }: { action: Action; participants: string[] }) =>
      client.whatsapp.group_participants[action].mutate({ ...input, participants }),
    onSuccess: (answer) => setResults(answer.results),
    onSettled: () =>
      Promise.all(
        [trpc.whatsapp.group_participants.pathKey(), trpc.whatsapp.groups.pathKey()].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
  const act = (action: Action, person: Participant) =>
    change.mutate(
      { action, participants: [recipientOf(person.party)] },
      { onError: (error) => toastError(error, t('notChanged', { name: nameOfPerson(person.party) })) },
    );
  const noAdding = lacks('group.add_participants');

  return (
    <Card
      title={t('peopleCount', { count: of.size })}
      actions={<CopyAsCode operation="whatsapp_group_participants_list" input={input} />}
    >
      <div className="wa-lines">
        {results.length > 0 && <Results of={results} />}
        <Content query={query} what={t('groupNoun')} loading={<Loading shape="text" rows={3} />}>
          {(data) => (
            <>
              <ul className="wa-people">
                {rowsOf(data).map((person) => (
                  <li key={recipientOf(person.party)}>
                    <Avatar name={nameOfPerson(person.party)} seed={recipientOf(person.party)} size={28} />
                    <span className="wa-person">
                      <strong>{nameOfPerson(person.party)}</strong>
                      {person.party.name !== null && <span className="dimmed numbers">{addressOf(person.party)}</span>}
                    </span>
                    <Tag tone={person.role === 'member' ? 'neutral' : 'info'}>{ROLES[person.role]}</Tag>
                    {mayWrite && person.role !== 'owner' && (
                      <span className="wa-line">
                        {lacks('group.promote') === undefined && (
                          <Button
                            size="compact-sm"
                            variant="default"
                            disabled={change.isPending}
                            onClick={() => act(person.role === 'member' ? 'promote' : 'demote', person)}
                          >
                            {person.role === 'member' ? t('makeAdmin') : t('makeMember')}
                          </Button>
                        )}
                        <Button
                          size="compact-sm"
                          variant="subtle"
                          color="red"
                          disabled={change.isPending}
                          aria-label={t('removePerson', { name: nameOfPerson(person.party) })}
                          onClick={() => act('remove', person)}
                        >
                          {t('remove')}
                        </Button>
                      </span>
                    )}
                  </li>
                ))}
              </ul>
              <LoadMore query={query} />
            </>
          )}
        </Content>
        {mayWrite && noAdding !== undefined && <p className="dimmed">{t('noAdding', { reason: noAdding })}</p>}
        {mayWrite && noAdding === undefined && (
          <AddPeople onAdd={(participants) => change.mutateAsync({ action: 'add', participants })} input={input} />
        )}
      </div>
    </Card>
  );
}

const LIMIT = 50;

interface AddPeopleProps {
  input: Record<string, string>;
  onAdd: (participants: string[]) => Promise<unknown>;
}

function AddPeople({ input, onAdd }: AddPeopleProps) {
  const form = useForm({
    initialValues: { participants: [] as Recipient[] },
    validate: { participants: (chosen) => (chosen.length === 0 ? t('selectPeople') : null) },
  });
  const peopleOf = ({ participants }: typeof form.values) => participants.map(({ to }) => to);
  const add = async (values: typeof form.values) => {
    await onAdd(peopleOf(values));
    form.reset();
  };
  return (
    <Form
      form={form}
      onSubmit={add}
      submit={t('addPeople')}
      actions={
        <CopyAsCode
          operation="whatsapp_group_participants_add"
          input={() => ({ ...input, participants: peopleOf(form.getValues()) })}
        />
      }
    >
      <RecipientsField
        label={t('addPeople')}
        kind="people"
        max={LIMIT}
        value={form.values.participants}
        error={form.errors['participants']}
        onChange={(next) => {
          form.setFieldValue('participants', next);
          form.clearFieldError('participants');
        }}
      />
    </Form>
  );
}
