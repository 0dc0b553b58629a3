CREATE TABLE `inbound_bodies` (
	`request_id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`encoding` text NOT NULL,
	`body` text NOT NULL,
	`expires_at` integer,
	FOREIGN KEY (`request_id`) REFERENCES `inbound_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `inbound_bodies_expires_idx` ON `inbound_bodies` (`expires_at`) WHERE expires_at is not null;--> statement-breakpoint
CREATE TABLE `inbound_dedupe` (
	`workspace_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`key_hash` text NOT NULL,
	`request_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`endpoint_id`, `key_hash`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`endpoint_id`) REFERENCES `inbound_endpoints`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `inbound_dedupe_expires_idx` ON `inbound_dedupe` (`expires_at`);--> statement-breakpoint
CREATE TABLE `inbound_endpoint_versions` (
	`workspace_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`version` integer NOT NULL,
	`config` text NOT NULL,
	`changed` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`endpoint_id`, `version`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`endpoint_id`) REFERENCES `inbound_endpoints`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `inbound_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`status` text NOT NULL,
	`config` text NOT NULL,
	`allowed_instances` text,
	`tokens` text NOT NULL,
	`secrets_sealed` text,
	`secrets` text NOT NULL,
	`warnings` text NOT NULL,
	`samples` integer DEFAULT 0 NOT NULL,
	`created_by` text NOT NULL,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `inbound_endpoints_workspace_idx` ON `inbound_endpoints` (`workspace_id`,`id`);--> statement-breakpoint
CREATE TABLE `inbound_hours` (
	`workspace_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`hour` integer NOT NULL,
	`accepted` integer NOT NULL,
	`rejected` integer NOT NULL,
	`last_at` integer NOT NULL,
	`last_status` text NOT NULL,
	PRIMARY KEY(`endpoint_id`, `hour`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`endpoint_id`) REFERENCES `inbound_endpoints`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `inbound_hours_hour_idx` ON `inbound_hours` (`hour`);--> statement-breakpoint
CREATE TABLE `inbound_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`endpoint_version` integer NOT NULL,
	`method` text NOT NULL,
	`ip` text NOT NULL,
	`user_agent` text NOT NULL,
	`content_type` text,
	`size` integer NOT NULL,
	`headers` text NOT NULL,
	`query` text NOT NULL,
	`body_sha256` text,
	`files` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`stage` text,
	`error` text,
	`dedupe_key` text,
	`duplicate_of` text,
	`publication_ids` text NOT NULL,
	`key_id` text,
	`replay_of` text,
	`body_of` text,
	`replay_version` text,
	`is_sample` integer DEFAULT false NOT NULL,
	`files_until` integer,
	`duration_ms` integer NOT NULL,
	`request_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `inbound_requests_endpoint_idx` ON `inbound_requests` (`workspace_id`,`endpoint_id`,`id`);--> statement-breakpoint
CREATE INDEX `inbound_requests_status_idx` ON `inbound_requests` (`workspace_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `inbound_requests_created_idx` ON `inbound_requests` (`created_at`) WHERE not is_sample;--> statement-breakpoint
CREATE INDEX `inbound_requests_sample_idx` ON `inbound_requests` (`endpoint_id`,`id`) WHERE is_sample;--> statement-breakpoint
CREATE INDEX `inbound_requests_replay_idx` ON `inbound_requests` (`replay_of`) WHERE replay_of is not null;--> statement-breakpoint
CREATE INDEX `inbound_requests_files_idx` ON `inbound_requests` (`files_until`) WHERE files_until is not null;--> statement-breakpoint
CREATE INDEX `inbound_requests_pending_idx` ON `inbound_requests` (`id`) WHERE status = 'pending';--> statement-breakpoint
CREATE TABLE `publication_attempts` (
	`workspace_id` text NOT NULL,
	`delivery_id` text NOT NULL,
	`n` integer NOT NULL,
	`part` integer NOT NULL,
	`outcome` text,
	`response` text,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	PRIMARY KEY(`delivery_id`, `n`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`delivery_id`) REFERENCES `publication_deliveries`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `publication_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`publication_id` text NOT NULL,
	`channel` text NOT NULL,
	`container_id` text NOT NULL,
	`recipient` text NOT NULL,
	`instance_id` text,
	`sent_to` text NOT NULL,
	`label` text,
	`status` text NOT NULL,
	`waiting_reason` text,
	`skip_reason` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`max_attempts` integer NOT NULL,
	`next_attempt_at` integer,
	`lease_owner` text,
	`lease_until` integer,
	`parts` text NOT NULL,
	`reference` text,
	`error` text,
	`content_hash` text NOT NULL,
	`sent_at` integer,
	`delivered_at` integer,
	`read_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`publication_id`) REFERENCES `publications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `publication_deliveries_recipient_key` ON `publication_deliveries` (`publication_id`,`channel`,`container_id`,`recipient`);--> statement-breakpoint
CREATE UNIQUE INDEX `publication_deliveries_workspace_id_key` ON `publication_deliveries` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `publication_deliveries_lane_idx` ON `publication_deliveries` (`channel`,`container_id`,`next_attempt_at`) WHERE status in ('pending', 'waiting');--> statement-breakpoint
CREATE INDEX `publication_deliveries_lease_idx` ON `publication_deliveries` (`lease_until`) WHERE status = 'sending';--> statement-breakpoint
CREATE INDEX `publication_deliveries_status_idx` ON `publication_deliveries` (`workspace_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `publication_deliveries_publication_idx` ON `publication_deliveries` (`publication_id`,`status`);--> statement-breakpoint
CREATE INDEX `publication_deliveries_instance_idx` ON `publication_deliveries` (`workspace_id`,`instance_id`,`id`);--> statement-breakpoint
CREATE INDEX `publication_deliveries_reference_idx` ON `publication_deliveries` (`reference`) WHERE reference is not null;--> statement-breakpoint
CREATE INDEX `publication_deliveries_hash_idx` ON `publication_deliveries` (`workspace_id`,`content_hash`,`created_at`);--> statement-breakpoint
CREATE INDEX `publication_deliveries_created_idx` ON `publication_deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `publication_slots` (
	`workspace_id` text NOT NULL,
	`slot_group` text NOT NULL,
	`slot_at` integer NOT NULL,
	`publication_id` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `slot_group`, `slot_at`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `publication_slots_publication_idx` ON `publication_slots` (`publication_id`);--> statement-breakpoint
CREATE INDEX `publication_slots_at_idx` ON `publication_slots` (`slot_at`);--> statement-breakpoint
CREATE TABLE `publications` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`status` text NOT NULL,
	`status_reason` text,
	`title` text,
	`content` text NOT NULL,
	`overrides` text NOT NULL,
	`targets` text NOT NULL,
	`channels` text NOT NULL,
	`instances` text NOT NULL,
	`schedule` text NOT NULL,
	`expires_after_seconds` integer NOT NULL,
	`overflow` text NOT NULL,
	`on_invalid_target` text NOT NULL,
	`duplicate_window_seconds` integer NOT NULL,
	`short_links` text NOT NULL,
	`links` text NOT NULL,
	`metadata` text NOT NULL,
	`counters` text NOT NULL,
	`approval` text,
	`source` text NOT NULL,
	`source_key_id` text,
	`source_user_id` text,
	`inbound_request_id` text,
	`endpoint_id` text,
	`rule_run_id` text,
	`cause_run_id` text,
	`cause_depth` integer,
	`due_at` integer,
	`expires_at` integer,
	`finished_at` integer,
	`search` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `publications_workspace_id_key` ON `publications` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `publications_status_idx` ON `publications` (`workspace_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `publications_due_idx` ON `publications` (`due_at`) WHERE status = 'scheduled';--> statement-breakpoint
CREATE INDEX `publications_expiry_idx` ON `publications` (`expires_at`) WHERE status in ('scheduled', 'queued', 'publishing', 'paused');--> statement-breakpoint
CREATE INDEX `publications_created_idx` ON `publications` (`created_at`);--> statement-breakpoint
CREATE TABLE `rule_paces` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`pace_ms` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `rule_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`rule_id` text NOT NULL,
	`rule_version` integer NOT NULL,
	`trigger` text NOT NULL,
	`origin` text NOT NULL,
	`context` text NOT NULL,
	`event_id` text,
	`scheduled_for` integer,
	`status` text NOT NULL,
	`reason` text,
	`steps` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`chain` text NOT NULL,
	`debounce_key` text,
	`throttle_key` text,
	`next_at` integer NOT NULL,
	`lease_owner` text,
	`lease_until` integer,
	`started_at` integer,
	`finished_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rule_runs_origin_key` ON `rule_runs` (`rule_id`,`origin`);--> statement-breakpoint
CREATE UNIQUE INDEX `rule_runs_workspace_id_key` ON `rule_runs` (`workspace_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `rule_runs_debounce_key` ON `rule_runs` (`rule_id`,`debounce_key`) WHERE debounce_key is not null;--> statement-breakpoint
CREATE INDEX `rule_runs_throttle_idx` ON `rule_runs` (`rule_id`,`throttle_key`,`created_at`) WHERE throttle_key is not null;--> statement-breakpoint
CREATE INDEX `rule_runs_due_idx` ON `rule_runs` (`workspace_id`,`next_at`) WHERE status in ('queued', 'waiting');--> statement-breakpoint
CREATE INDEX `rule_runs_lease_idx` ON `rule_runs` (`lease_until`) WHERE status = 'running';--> statement-breakpoint
CREATE INDEX `rule_runs_rule_idx` ON `rule_runs` (`workspace_id`,`rule_id`,`id`);--> statement-breakpoint
CREATE INDEX `rule_runs_status_idx` ON `rule_runs` (`workspace_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `rule_runs_created_idx` ON `rule_runs` (`created_at`);--> statement-breakpoint
CREATE TABLE `rule_versions` (
	`rule_id` text NOT NULL,
	`workspace_id` text NOT NULL,
	`number` integer NOT NULL,
	`config` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`rule_id`, `number`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `rules` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`status` text NOT NULL,
	`disabled_reason` text,
	`disabled_at` integer,
	`config` text NOT NULL,
	`config_version` integer DEFAULT 1 NOT NULL,
	`read_grant` text NOT NULL,
	`trigger_type` text NOT NULL,
	`start_sequence` integer NOT NULL,
	`next_run_at` integer,
	`pace_ms` integer DEFAULT 0 NOT NULL,
	`consecutive_failures` integer DEFAULT 0 NOT NULL,
	`failing_since_at` integer,
	`last_run_at` integer,
	`last_run_status` text,
	`throttled_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rules_workspace_id_key` ON `rules` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `rules_due_idx` ON `rules` (`next_run_at`) WHERE status = 'active' and next_run_at is not null;--> statement-breakpoint
CREATE INDEX `rules_trigger_idx` ON `rules` (`workspace_id`,`trigger_type`,`status`);--> statement-breakpoint
ALTER TABLE `events` ADD `cause_run_id` text;--> statement-breakpoint
ALTER TABLE `events` ADD `cause_depth` integer;--> statement-breakpoint
ALTER TABLE `wa_messages` ADD `cause_run_id` text;--> statement-breakpoint
ALTER TABLE `wa_messages` ADD `cause_depth` integer;--> statement-breakpoint
CREATE INDEX `wa_messages_inbound_idx` ON `wa_messages` (`workspace_id`,`chat_id`,`id`) WHERE direction = 'inbound';--> statement-breakpoint
CREATE INDEX `wa_messages_rare_idx` ON `wa_messages` (`workspace_id`,`status`,`id`) WHERE status in ('scheduled', 'unconfirmed', 'failed', 'canceled');--> statement-breakpoint
CREATE INDEX `wa_batches_canceled_idx` ON `wa_batches` (`id`) WHERE status = 'canceled' and completed_at is null;