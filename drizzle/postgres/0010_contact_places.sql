ALTER TABLE "wa_contacts" ADD COLUMN "place" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "wa_contacts" ADD COLUMN "masked_place" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "wa_contacts_place_idx" ON "wa_contacts" USING btree ("instance_id","place" collate "C","id") WHERE merged_into_id is null;--> statement-breakpoint
CREATE INDEX "wa_contacts_masked_place_idx" ON "wa_contacts" USING btree ("instance_id","masked_place" collate "C","id") WHERE merged_into_id is null;