import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';

import { useTRPC, useTRPCClient, type Outputs } from '../../trpc';
import { Page } from '../../ui/page';
import { useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content, NotFound } from '../../ui/states/states';
import { t } from './texts';
import { ALL_INSTANCES } from './use-instances';

type Instance = Outputs['whatsapp']['instances']['list']['data'][number];
type Client = ReturnType<typeof useTRPCClient>;

/** How an object of each kind is found in an instance, and the page that shows it. */
const KINDS: Record<
  string,
  {
    what: () => string;
    ask: (client: Client, instance_id: string, id: string) => Promise<{ page: string; search?: object }>;
  }
> = {
  cnt: {
    what: () => t('kind_cnt'),
    ask: async ({ whatsapp }, instance_id, id) => {
      await whatsapp.contacts.get.query({ instance_id, contact_id: id });
      return { page: 'contacts', search: { contact: id } };
    },
  },
  cht: {
    what: () => t('kind_cht'),
    ask: async ({ whatsapp }, instance_id, id) => {
      await whatsapp.chats.get.query({ instance_id, chat_id: id });
      return { page: 'chats', search: { chat: id } };
    },
  },
  msg: {
    what: () => t('kind_msg'),
    ask: async ({ whatsapp }, instance_id, id) => {
      const { chat_id: chat } = await whatsapp.messages.get.query({ instance_id, message_id: id });
      return { page: 'chats', search: { chat, message: id } };
    },
  },
  grp: {
    what: () => t('kind_grp'),
    ask: async ({ whatsapp }, instance_id, id) => {
      await whatsapp.groups.get.query({ instance_id, group_id: id });
      return { page: 'groups', search: { group: id } };
    },
  },
  tpl: {
    what: () => t('kind_tpl'),
    ask: async ({ whatsapp }, instance_id, id) => {
      await whatsapp.templates.get.query({ instance_id, template_id: id });
      return { page: 'templates', search: { template: id } };
    },
  },
  bat: {
    what: () => t('kind_bat'),
    ask: async ({ whatsapp }, instance_id, id) => {
      await whatsapp.batches.get.query({ instance_id, batch_id: id });
      return { page: `batches/${id}` };
    },
  },
};

/** Redirects from the id of an object, which does not name its instance, to its page. */
export function WhatsAppObjectRedirect() {
  const { id } = useParams({ from: '/w/$ws/whatsapp/o/$id' });
  const { id: ws, name } = useWorkspace();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const kind = KINDS[id.slice(0, id.indexOf('_'))];
  const query = useQuery({
    queryKey: [...trpc.whatsapp.pathKey(), 'find', id],
    queryFn: async () => {
      const { data } = await client.whatsapp.instances.list.query({ limit: ALL_INSTANCES });
      return kind ? find(data, (instance) => kind.ask(client, instance.id, id)) : null;
    },
    retry: false,
  });
  const back = (
    <Link to="/w/$ws/whatsapp/instances" params={{ ws }} className="copy-button">
      {t('allInstances')}
    </Link>
  );
  return (
    <Page title="WhatsApp" context={name}>
      <Content query={query} loading={<Loading shape="form" />}>
        {(found) =>
          found ? (
            <Navigate
              to={`/w/$ws/whatsapp/$instance/${found.page}` as '/w/$ws/whatsapp/$instance/chats'}
              params={{ ws, instance: found.instance.id }}
              search={found.search ?? {}}
              replace
            />
          ) : (
            <NotFound what={kind?.what() ?? t('object')} actions={back} />
          )
        }
      </Content>
    </Page>
  );
}

/** All instances are asked in one batch. */
async function find<T extends object>(instances: readonly Instance[], ask: (instance: Instance) => Promise<T>) {
  const answers = await Promise.all(
    instances.map((instance) =>
      ask(instance).then(
        (place) => ({ instance, ...place }),
        () => undefined,
      ),
    ),
  );
  return answers.find((answer) => answer !== undefined) ?? null;
}
