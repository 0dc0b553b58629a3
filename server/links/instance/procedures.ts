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
import { adminProcedure, optionalInput, router } from '../../trpc/procedures';
import { blockLink, listBlockedLinks, unblockLink } from './blocks';
import { disableLinkDomain, enableLinkDomain } from './domains';
import { addHost, listHosts, removeHost } from './hosts';

export const instanceLinksRouter = router({
  block: adminProcedure
    .input(BlockLink)
    .output(InstanceLink)
    .mutation(({ ctx, input }) => blockLink(ctx, input)),

  unblock: adminProcedure
    .input(UnblockLink)
    .output(InstanceLink)
    .mutation(({ ctx, input }) => unblockLink(ctx, input)),

  list_blocked: adminProcedure
    .input(optionalInput(ListBlockedLinks))
    .output(BlockedLinkPage)
    .query(({ ctx, input }) => listBlockedLinks(ctx, input)),

  // Links are re-checked in many steps after the list has changed, which is too long for one transaction.
  hosts: router({
    list: adminProcedure
      .input(optionalInput(ListBlockedHosts))
      .output(BlockedHostPage)
      .query(({ ctx, input }) => listHosts(ctx, input)),

    add: adminProcedure
      .meta({ idempotency: 'apart' })
      .input(AddBlockedHost)
      .output(HostEffect)
      .mutation(({ ctx, input }) => addHost(ctx, input)),

    remove: adminProcedure
      .meta({ idempotency: 'apart' })
      .input(RemoveBlockedHost)
      .output(HostEffect)
      .mutation(({ ctx, input }) => removeHost(ctx, input)),
  }),

  domains: router({
    disable: adminProcedure
      .input(DisableLinkDomain)
      .output(InstanceLinkDomain)
      .mutation(({ ctx, input }) => disableLinkDomain(ctx, input)),

    enable: adminProcedure
      .input(InstanceLinkDomainName)
      .output(InstanceLinkDomain)
      .mutation(({ ctx, input }) => enableLinkDomain(ctx, input)),
  }),
});
