CREATE TABLE `wa_batches` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`status` text NOT NULL,
	`content` text NOT NULL,
	`total` integer NOT NULL,
	`rate` integer,
	`completed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_batches_workspace_id_key` ON `wa_batches` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_batches_instance_idx` ON `wa_batches` (`instance_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_batches_open_idx` ON `wa_batches` (`status`) WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE TABLE `wa_chats` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`type` text NOT NULL,
	`provider_chat_id` text NOT NULL,
	`title` text NOT NULL,
	`contact_id` text,
	`group_id` text,
	`unread_count` integer DEFAULT 0 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`pinned` integer DEFAULT false NOT NULL,
	`muted_until` integer,
	`last_message_id` text,
	`last_message_at` integer NOT NULL,
	`window_expires_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_id`) REFERENCES `wa_contacts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`group_id`) REFERENCES `wa_groups`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_chats_provider_key` ON `wa_chats` (`instance_id`,`provider_chat_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `wa_chats_workspace_id_key` ON `wa_chats` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_chats_instance_idx` ON `wa_chats` (`instance_id`,`last_message_at`,`id`);--> statement-breakpoint
CREATE INDEX `wa_chats_contact_idx` ON `wa_chats` (`contact_id`);--> statement-breakpoint
CREATE INDEX `wa_chats_group_idx` ON `wa_chats` (`group_id`);--> statement-breakpoint
CREATE TABLE `wa_cloud_apps` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`secret_sealed` text NOT NULL,
	`verify_token_sealed` text NOT NULL,
	`verify_token_hint` text NOT NULL,
	`ingress_token` text NOT NULL,
	`verified_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_cloud_apps_secret_key` ON `wa_cloud_apps` (`workspace_id`,`secret_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `wa_cloud_apps_ingress_key` ON `wa_cloud_apps` (`ingress_token`);--> statement-breakpoint
CREATE UNIQUE INDEX `wa_cloud_apps_workspace_id_key` ON `wa_cloud_apps` (`workspace_id`,`id`);--> statement-breakpoint
CREATE TABLE `wa_contact_addresses` (
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`contact_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `kind`, `value`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_id`) REFERENCES `wa_contacts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `wa_contact_addresses_contact_idx` ON `wa_contact_addresses` (`contact_id`);--> statement-breakpoint
CREATE TABLE `wa_contacts` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`phone` text,
	`lid` text,
	`bsuid` text,
	`username` text,
	`name` text,
	`push_name` text,
	`is_business` integer DEFAULT false NOT NULL,
	`is_blocked` integer DEFAULT false NOT NULL,
	`picture_url` text,
	`picture_at` integer,
	`about` text,
	`about_at` integer,
	`opt_out` text DEFAULT 'none' NOT NULL,
	`metadata` text NOT NULL,
	`search` text NOT NULL,
	`merged_into_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_contacts_workspace_id_key` ON `wa_contacts` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_contacts_instance_idx` ON `wa_contacts` (`instance_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_contacts_merged_idx` ON `wa_contacts` (`merged_into_id`) WHERE merged_into_id is not null;--> statement-breakpoint
CREATE TABLE `wa_early_news` (
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`provider_message_id` text NOT NULL,
	`hash` text NOT NULL,
	`news` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `provider_message_id`, `hash`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `wa_early_news_created_idx` ON `wa_early_news` (`created_at`);--> statement-breakpoint
CREATE TABLE `wa_group_join_requests` (
	`workspace_id` text NOT NULL,
	`group_id` text NOT NULL,
	`request_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`group_id`, `request_id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `wa_groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_id`) REFERENCES `wa_contacts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `wa_group_join_requests_contact_idx` ON `wa_group_join_requests` (`contact_id`);--> statement-breakpoint
CREATE TABLE `wa_group_participants` (
	`workspace_id` text NOT NULL,
	`group_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`role` text NOT NULL,
	`joined_at` integer,
	PRIMARY KEY(`group_id`, `contact_id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `wa_groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_id`) REFERENCES `wa_contacts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `wa_group_participants_contact_idx` ON `wa_group_participants` (`contact_id`);--> statement-breakpoint
CREATE TABLE `wa_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`provider_group_id` text,
	`provider_request_id` text,
	`status` text NOT NULL,
	`subject` text NOT NULL,
	`description` text,
	`owner_contact_id` text,
	`picture_url` text,
	`announce` integer DEFAULT false NOT NULL,
	`locked` integer DEFAULT false NOT NULL,
	`join_approval` integer DEFAULT false NOT NULL,
	`member_add_mode` text,
	`ephemeral_seconds` integer,
	`size` integer DEFAULT 0 NOT NULL,
	`invite_link` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_groups_provider_key` ON `wa_groups` (`instance_id`,`provider_group_id`) WHERE provider_group_id is not null;--> statement-breakpoint
CREATE INDEX `wa_groups_request_idx` ON `wa_groups` (`instance_id`,`provider_request_id`) WHERE provider_request_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `wa_groups_workspace_id_key` ON `wa_groups` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_groups_instance_idx` ON `wa_groups` (`instance_id`,`id`);--> statement-breakpoint
CREATE TABLE `wa_instance_history` (
	`seq` integer PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `wa_instance_history_instance_idx` ON `wa_instance_history` (`instance_id`,`seq`);--> statement-breakpoint
CREATE TABLE `wa_instances` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`name` text NOT NULL,
	`driver` text NOT NULL,
	`status` text NOT NULL,
	`status_reason` text,
	`status_changed_at` integer NOT NULL,
	`told_status` text,
	`told_reason` text,
	`tell_at` integer,
	`generation` integer DEFAULT 0 NOT NULL,
	`phone` text,
	`display_name` text,
	`lid` text,
	`metadata` text NOT NULL,
	`settings` text NOT NULL,
	`health_reasons` text NOT NULL,
	`quality_rating` text,
	`messaging_limit` text,
	`proxy_sealed` text,
	`proxy_redacted` text,
	`pairing_sealed` text,
	`app_id` text,
	`phone_number_id` text,
	`waba_id` text,
	`graph_version` text,
	`base_url` text,
	`token_sealed` text,
	`token_hint` text,
	`last_webhook_at` integer,
	`sandbox` text,
	`acknowledged_at` integer,
	`acknowledged_by` text,
	`client_name` text,
	`owner_node` text,
	`lease_until` integer,
	`fence` integer DEFAULT 0 NOT NULL,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`app_id`) REFERENCES `wa_cloud_apps`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_instances_name_key` ON `wa_instances` (`workspace_id`,`name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `wa_instances_phone_number_key` ON `wa_instances` (`workspace_id`,`phone_number_id`) WHERE phone_number_id is not null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `wa_instances_workspace_id_key` ON `wa_instances` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_instances_app_idx` ON `wa_instances` (`app_id`);--> statement-breakpoint
CREATE INDEX `wa_instances_tell_idx` ON `wa_instances` (`tell_at`) WHERE tell_at is not null;--> statement-breakpoint
CREATE INDEX `wa_instances_deleted_idx` ON `wa_instances` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE TABLE `wa_media` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`message_id` text,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`error` text,
	`mime_type` text NOT NULL,
	`size` integer DEFAULT 0 NOT NULL,
	`sha256` text,
	`filename` text,
	`width` integer,
	`height` integer,
	`duration_seconds` integer,
	`source_sealed` text,
	`provider_media_id` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer,
	`lease_until` integer,
	`stored_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_media_workspace_id_key` ON `wa_media` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_media_hash_idx` ON `wa_media` (`workspace_id`,`sha256`) WHERE sha256 is not null;--> statement-breakpoint
CREATE INDEX `wa_media_next_idx` ON `wa_media` (`next_try_at`) WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX `wa_media_stored_idx` ON `wa_media` (`stored_at`) WHERE stored_at is not null;--> statement-breakpoint
CREATE INDEX `wa_media_instance_idx` ON `wa_media` (`instance_id`,`id`);--> statement-breakpoint
CREATE TABLE `wa_media_uploads` (
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`sha256` text NOT NULL,
	`mime_type` text NOT NULL,
	`provider_media_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `sha256`, `mime_type`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `wa_message_provider_ids` (
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`provider_message_id` text NOT NULL,
	`message_id` text NOT NULL,
	`attempt` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `provider_message_id`, `message_id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`message_id`) REFERENCES `wa_messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `wa_message_provider_ids_message_idx` ON `wa_message_provider_ids` (`message_id`);--> statement-breakpoint
CREATE TABLE `wa_message_receipts` (
	`workspace_id` text NOT NULL,
	`message_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`message_id`, `contact_id`, `status`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`message_id`) REFERENCES `wa_messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `wa_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`chat_id` text NOT NULL,
	`direction` text NOT NULL,
	`origin` text NOT NULL,
	`type` text NOT NULL,
	`status` text NOT NULL,
	`status_history` text NOT NULL,
	`attempt` integer DEFAULT 1 NOT NULL,
	`hold` text,
	`provider_message_id` text,
	`sender_key` text NOT NULL,
	`contact_id` text,
	`group_id` text,
	`reply_to` text,
	`forwarded` integer DEFAULT false NOT NULL,
	`mentions` text NOT NULL,
	`content` text NOT NULL,
	`fallback_applied` integer DEFAULT false NOT NULL,
	`media_id` text,
	`reactions` text NOT NULL,
	`context` text,
	`error` text,
	`client_ref` text,
	`publication_delivery_id` text,
	`batch_id` text,
	`metadata` text NOT NULL,
	`simulate_typing_ms` integer DEFAULT 0 NOT NULL,
	`scheduled_at` integer,
	`expires_at` integer,
	`accepted_at` integer,
	`sent_at` integer,
	`delivered_at` integer,
	`read_at` integer,
	`edited_at` integer,
	`edits` text NOT NULL,
	`deleted_at` integer,
	`provider_at` integer,
	`due_at` integer,
	`priority` integer DEFAULT 0 NOT NULL,
	`lease_owner` text,
	`lease_until` integer,
	`dispatched_at` integer,
	`retries` integer DEFAULT 0 NOT NULL,
	`search` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`chat_id`) REFERENCES `wa_chats`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_messages_key` ON `wa_messages` (`instance_id`,`chat_id`,`sender_key`,`provider_message_id`) WHERE provider_message_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `wa_messages_workspace_id_key` ON `wa_messages` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_messages_chat_idx` ON `wa_messages` (`chat_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_messages_instance_idx` ON `wa_messages` (`instance_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_messages_open_idx` ON `wa_messages` (`instance_id`,`status`,`due_at`) WHERE status in ('scheduled', 'queued', 'sending', 'unconfirmed');--> statement-breakpoint
CREATE INDEX `wa_messages_line_idx` ON `wa_messages` (`instance_id`,`priority`,`chat_id`,`id`) WHERE status in ('queued', 'sending') and accepted_at is null;--> statement-breakpoint
CREATE INDEX `wa_messages_expiry_idx` ON `wa_messages` (`expires_at`) WHERE status in ('scheduled', 'queued');--> statement-breakpoint
CREATE INDEX `wa_messages_due_idx` ON `wa_messages` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `wa_messages_client_ref_idx` ON `wa_messages` (`workspace_id`,`client_ref`) WHERE client_ref is not null;--> statement-breakpoint
CREATE INDEX `wa_messages_batch_idx` ON `wa_messages` (`batch_id`,`status`) WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX `wa_messages_media_idx` ON `wa_messages` (`media_id`) WHERE media_id is not null;--> statement-breakpoint
CREATE TABLE `wa_pacing` (
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`key` text NOT NULL,
	`theoretical_at` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `key`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `wa_provider_raw` (
	`seq` integer PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`app_id` text NOT NULL,
	`body_hash` text NOT NULL,
	`sealed` text NOT NULL,
	`parsed_at` integer,
	`problems` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`app_id`) REFERENCES `wa_cloud_apps`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_provider_raw_body_key` ON `wa_provider_raw` (`app_id`,`body_hash`);--> statement-breakpoint
CREATE INDEX `wa_provider_raw_open_idx` ON `wa_provider_raw` (`next_try_at`) WHERE parsed_at is null;--> statement-breakpoint
CREATE INDEX `wa_provider_raw_created_idx` ON `wa_provider_raw` (`created_at`);--> statement-breakpoint
CREATE TABLE `wa_sandbox_states` (
	`instance_id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`state` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `wa_sandbox_timers` (
	`seq` integer PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`step` text NOT NULL,
	`due_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `wa_sandbox_timers_due_idx` ON `wa_sandbox_timers` (`due_at`);--> statement-breakpoint
CREATE INDEX `wa_sandbox_timers_instance_idx` ON `wa_sandbox_timers` (`instance_id`,`due_at`);--> statement-breakpoint
CREATE TABLE `wa_templates` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`provider_template_id` text,
	`name` text NOT NULL,
	`language` text NOT NULL,
	`category` text NOT NULL,
	`status` text NOT NULL,
	`rejection_reason` text,
	`quality` text NOT NULL,
	`parameter_format` text NOT NULL,
	`components` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_templates_name_key` ON `wa_templates` (`instance_id`,`name`,`language`);--> statement-breakpoint
CREATE UNIQUE INDEX `wa_templates_workspace_id_key` ON `wa_templates` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_templates_provider_idx` ON `wa_templates` (`instance_id`,`provider_template_id`);