DROP INDEX "wa_messages_due_idx";--> statement-breakpoint
DROP INDEX "publication_deliveries_lane_idx";--> statement-breakpoint
DROP INDEX "publications_expiry_idx";--> statement-breakpoint
DROP INDEX "rules_due_idx";--> statement-breakpoint
DROP INDEX "wa_sandbox_timers_instance_idx";--> statement-breakpoint
CREATE INDEX "publication_deliveries_lane_idx" ON "publication_deliveries" USING btree ("channel","container_id","next_attempt_at","id") WHERE status in ('pending', 'waiting');--> statement-breakpoint
CREATE INDEX "publications_expiry_idx" ON "publications" USING btree ("expires_at","id") WHERE status in ('scheduled', 'queued', 'publishing', 'paused');--> statement-breakpoint
CREATE INDEX "rules_due_idx" ON "rules" USING btree ("next_run_at","id") WHERE status = 'active' and next_run_at is not null;--> statement-breakpoint
CREATE INDEX "wa_sandbox_timers_instance_idx" ON "wa_sandbox_timers" USING btree ("instance_id","due_at","seq");