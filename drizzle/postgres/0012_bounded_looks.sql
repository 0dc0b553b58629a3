DROP INDEX "wa_provider_raw_open_idx";--> statement-breakpoint
DROP INDEX "inbound_requests_pending_idx";--> statement-breakpoint
DROP INDEX "link_imports_open_idx";--> statement-breakpoint
DROP INDEX "wa_batches_open_idx";--> statement-breakpoint
ALTER TABLE "wa_media" ADD COLUMN "lease_owner" text;--> statement-breakpoint
CREATE INDEX "wa_batches_paced_idx" ON "wa_batches" USING btree ("id") WHERE status = 'running' and rate is not null;--> statement-breakpoint
CREATE INDEX "wa_provider_raw_fresh_idx" ON "wa_provider_raw" USING btree ("workspace_id","next_try_at","seq") WHERE parsed_at is null and problems is null;--> statement-breakpoint
CREATE INDEX "wa_provider_raw_tried_idx" ON "wa_provider_raw" USING btree ("workspace_id","next_try_at","seq") WHERE parsed_at is null and problems is not null;--> statement-breakpoint
CREATE INDEX "inbound_requests_pending_idx" ON "inbound_requests" USING btree ("workspace_id","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "link_imports_open_idx" ON "link_imports" USING btree ("workspace_id","id") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "wa_batches_open_idx" ON "wa_batches" USING btree ("status","instance_id","id") WHERE status in ('queued', 'running');