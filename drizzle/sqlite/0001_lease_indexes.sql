DROP INDEX `wa_sandbox_timers_due_idx`;--> statement-breakpoint
CREATE INDEX `link_imports_lease_idx` ON `link_imports` (`lease_owner`) WHERE lease_owner is not null;--> statement-breakpoint
CREATE INDEX `wa_provider_raw_lease_idx` ON `wa_provider_raw` (`lease_owner`) WHERE lease_owner is not null;--> statement-breakpoint
CREATE INDEX `wa_media_lease_idx` ON `wa_media` (`lease_owner`) WHERE lease_owner is not null;--> statement-breakpoint
CREATE INDEX `wa_messages_lease_idx` ON `wa_messages` (`lease_owner`) WHERE lease_owner is not null;