import {
  AddBlockedHost,
  BlockedHostPage,
  BlockedLinkPage,
  BlockLink,
  DisableLinkDomain,
  HostEffect,
  InstanceLink,
  InstanceLinkDomain,
  InstanceLinkDomainName,
  ListBlockedHosts,
  ListBlockedLinks,
  RemoveBlockedHost,
  UnblockLink,
} from '../../../shared/links/instance';
import { adminProcedure, router } from '../../trpc/procedures';
import { blockLink, listBlockedLinks, unblockLink } from './blocks';
import { disableLinkDomain, enableLinkDomain } from './domains';
import { addHost, listHosts, removeHost } from './hosts';

export const instanceLinksRouter = router({
  block: adminProcedure.mutation(BlockLink, InstanceLink, blockLink),

  unblock: adminProcedure.mutation(UnblockLink, InstanceLink, unblockLink),

  list_blocked: adminProcedure.query(ListBlockedLinks, BlockedLinkPage, listBlockedLinks),

  // Links are re-checked in many steps after the list has changed, which is too long for one transaction.
  hosts: router({
    list: adminProcedure.query(ListBlockedHosts, BlockedHostPage, listHosts),

    add: adminProcedure.meta({ idempotency: 'apart' }).mutation(AddBlockedHost, HostEffect, addHost),

    remove: adminProcedure.meta({ idempotency: 'apart' }).mutation(RemoveBlockedHost, HostEffect, removeHost),
  }),

  domains: router({
    disable: adminProcedure.mutation(DisableLinkDomain, InstanceLinkDomain, disableLinkDomain),

    enable: adminProcedure.mutation(InstanceLinkDomainName, InstanceLinkDomain, enableLinkDomain),
  }),
});
