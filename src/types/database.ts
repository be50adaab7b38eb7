// Generated from the migrations by "npm run db:types". Do not edit.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  
  "public": {
          Tables: {
            "audit_log": {
                  Row: {
                    "action": string,"actor_id": string | null,"at": string,"detail": NonNullable<Json>,"id": number,"subject_id": string,"subject_table": string,"territory_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "action": string,"actor_id"?: string | null,"at"?: string,"detail"?: NonNullable<Json>,"id"?: never,"subject_id": string,"subject_table": string,"territory_id"?: string | null
                  }
                  Update: {
                    "action"?: string,"actor_id"?: string | null,"at"?: string,"detail"?: NonNullable<Json>,"id"?: never,"subject_id"?: string,"subject_table"?: string,"territory_id"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"booking_codes": {
                  Row: {
                    "booking_id": string,"code": string,"id": string,"tourist_id": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "booking_id": string,"code": string,"id"?: string,"tourist_id"?: string | null,"version"?: number
                  }
                  Update: {
                    "booking_id"?: string,"code"?: string,"id"?: string,"tourist_id"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "booking_codes_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: true
      referencedRelation: "all_bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "booking_codes_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: true
      referencedRelation: "bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "booking_codes_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: true
      referencedRelation: "transport_bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "booking_codes_tourist_id_fkey"
      columns: ["tourist_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"booking_events": {
                  Row: {
                    "actor_id": string | null,"booking_id": string,"created_at": string,"detail": NonNullable<Json>,"from_status": string | null,"id": number,"territory_id": string,"to_status": string
                  }
                  ComputedFields: never
                  Insert: {
                    "actor_id"?: string | null,"booking_id": string,"created_at"?: string,"detail"?: NonNullable<Json>,"from_status"?: string | null,"id"?: never,"territory_id": string,"to_status": string
                  }
                  Update: {
                    "actor_id"?: string | null,"booking_id"?: string,"created_at"?: string,"detail"?: NonNullable<Json>,"from_status"?: string | null,"id"?: never,"territory_id"?: string,"to_status"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "booking_events_actor_id_fkey"
      columns: ["actor_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "booking_events_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "all_bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "booking_events_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "booking_events_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "transport_bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "booking_events_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    }
                  ]
                },"bookings": {
                  Row: {
                    "arrived": (number)[] | null,"booking_date": string,"booking_type": string,"calendar_sequence": number,"cancellation_policy": string,"check_in_status": string,"checked_in_at": string | null,"checked_in_by": string | null,"country": string,"created_at": string,"currency_code": string,"departure_id": string,"guest_name": string | null,"guide_id": string | null,"hold_id": string | null,"hotel_address": string | null,"hotel_name": string | null,"id": string,"kind": string,"num_people": number,"operator_status": string,"paid_by_other": boolean,"partner_status": string,"passenger_details": NonNullable<Json>,"passport_closed_at": string | null,"passport_images": (string)[],"passport_removed_at": string | null,"passport_removed_by": string | null,"passports": (number)[],"payer_id": string | null,"payment_method": string,"payment_status": string,"referral_link_id": string | null,"review_deleted_at": string | null,"seats": number,"service_id": string,"slot_id": string,"speaks_spanish": boolean,"start_time": string | null,"status": string,"territory_id": string,"territory_status": string,"total_price": number,"tourist_id": string | null,"unit_price": number,"updated_at": string,"waiver_accepted_at": string,"waiver_version": string,"walk_in": boolean,"whatsapp_number": string
                  }
                  ComputedFields: never
                  Insert: {
                    "arrived"?: (number)[] | null,"booking_date": string,"booking_type": string,"calendar_sequence"?: number,"cancellation_policy"?: string,"check_in_status"?: string,"checked_in_at"?: string | null,"checked_in_by"?: string | null,"country": string,"created_at"?: string,"currency_code": string,"departure_id": string,"guest_name"?: string | null,"guide_id"?: string | null,"hold_id"?: string | null,"hotel_address"?: string | null,"hotel_name"?: string | null,"id"?: string,"kind": string,"num_people": number,"operator_status"?: string,"paid_by_other"?: boolean,"partner_status"?: string,"passenger_details"?: NonNullable<Json>,"passport_closed_at"?: string | null,"passport_images"?: (string)[],"passport_removed_at"?: string | null,"passport_removed_by"?: string | null,"passports"?: never,"payer_id"?: string | null,"payment_method": string,"payment_status"?: string,"referral_link_id"?: string | null,"review_deleted_at"?: string | null,"seats": number,"service_id": string,"slot_id": string,"speaks_spanish"?: boolean,"start_time"?: string | null,"status"?: string,"territory_id": string,"territory_status"?: string,"total_price": number,"tourist_id"?: string | null,"unit_price": number,"updated_at"?: string,"waiver_accepted_at": string,"waiver_version": string,"walk_in"?: boolean,"whatsapp_number": string
                  }
                  Update: {
                    "arrived"?: (number)[] | null,"booking_date"?: string,"booking_type"?: string,"calendar_sequence"?: number,"cancellation_policy"?: string,"check_in_status"?: string,"checked_in_at"?: string | null,"checked_in_by"?: string | null,"country"?: string,"created_at"?: string,"currency_code"?: string,"departure_id"?: string,"guest_name"?: string | null,"guide_id"?: string | null,"hold_id"?: string | null,"hotel_address"?: string | null,"hotel_name"?: string | null,"id"?: string,"kind"?: string,"num_people"?: number,"operator_status"?: string,"paid_by_other"?: boolean,"partner_status"?: string,"passenger_details"?: NonNullable<Json>,"passport_closed_at"?: string | null,"passport_images"?: (string)[],"passport_removed_at"?: string | null,"passport_removed_by"?: string | null,"passports"?: never,"payer_id"?: string | null,"payment_method"?: string,"payment_status"?: string,"referral_link_id"?: string | null,"review_deleted_at"?: string | null,"seats"?: number,"service_id"?: string,"slot_id"?: string,"speaks_spanish"?: boolean,"start_time"?: string | null,"status"?: string,"territory_id"?: string,"territory_status"?: string,"total_price"?: number,"tourist_id"?: string | null,"unit_price"?: number,"updated_at"?: string,"waiver_accepted_at"?: string,"waiver_version"?: string,"walk_in"?: boolean,"whatsapp_number"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "bookings_checked_in_by_fkey"
      columns: ["checked_in_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bookings_currency_code_fkey"
      columns: ["currency_code"]
isOneToOne: false
      referencedRelation: "currencies"
      referencedColumns: ["code"]
    },{
      foreignKeyName: "bookings_departure_id_fkey"
      columns: ["departure_id"]
isOneToOne: false
      referencedRelation: "departures"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bookings_guide_card_fkey"
      columns: ["guide_id"]
isOneToOne: false
      referencedRelation: "profile_cards"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bookings_guide_id_fkey"
      columns: ["guide_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bookings_payer_id_fkey"
      columns: ["payer_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bookings_referral_link_id_fkey"
      columns: ["referral_link_id"]
isOneToOne: false
      referencedRelation: "referral_links"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bookings_service_id_kind_fkey"
      columns: ["service_id","kind"]
isOneToOne: false
      referencedRelation: "experiences"
      referencedColumns: ["id","kind"]
    },{
      foreignKeyName: "bookings_service_id_kind_fkey"
      columns: ["service_id","kind"]
isOneToOne: false
      referencedRelation: "services"
      referencedColumns: ["id","kind"]
    },{
      foreignKeyName: "bookings_slot_id_fkey"
      columns: ["slot_id"]
isOneToOne: false
      referencedRelation: "experience_timeslots"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bookings_slot_id_fkey"
      columns: ["slot_id"]
isOneToOne: false
      referencedRelation: "slots"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bookings_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bookings_tourist_card_fkey"
      columns: ["tourist_id"]
isOneToOne: false
      referencedRelation: "profile_cards"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bookings_tourist_id_fkey"
      columns: ["tourist_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"cash_entries": {
                  Row: {
                    "amount": number,"booking_id": string | null,"created_at": string,"currency_code": string,"handover_id": string | null,"id": number,"kind": string,"person_id": string | null,"territory_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"booking_id"?: string | null,"created_at"?: string,"currency_code": string,"handover_id"?: string | null,"id"?: never,"kind": string,"person_id"?: string | null,"territory_id": string
                  }
                  Update: {
                    "amount"?: number,"booking_id"?: string | null,"created_at"?: string,"currency_code"?: string,"handover_id"?: string | null,"id"?: never,"kind"?: string,"person_id"?: string | null,"territory_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "cash_entries_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "all_bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "cash_entries_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "cash_entries_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "transport_bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "cash_entries_currency_code_fkey"
      columns: ["currency_code"]
isOneToOne: false
      referencedRelation: "currencies"
      referencedColumns: ["code"]
    },{
      foreignKeyName: "cash_entries_handover_id_fkey"
      columns: ["handover_id"]
isOneToOne: false
      referencedRelation: "cash_handovers"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "cash_entries_person_card_fkey"
      columns: ["person_id"]
isOneToOne: false
      referencedRelation: "profile_cards"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "cash_entries_person_id_fkey"
      columns: ["person_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "cash_entries_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    }
                  ]
                },"cash_handovers": {
                  Row: {
                    "confirmed_by": string | null,"counted": number | null,"created_at": string,"currency_code": string,"declared": number,"difference": number | null,"ended_at": string | null,"id": string,"person_id": string | null,"reason": string | null,"state": string,"territory_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "confirmed_by"?: string | null,"counted"?: number | null,"created_at"?: string,"currency_code": string,"declared": number,"difference"?: never,"ended_at"?: string | null,"id"?: string,"person_id"?: string | null,"reason"?: string | null,"state"?: string,"territory_id": string
                  }
                  Update: {
                    "confirmed_by"?: string | null,"counted"?: number | null,"created_at"?: string,"currency_code"?: string,"declared"?: number,"difference"?: never,"ended_at"?: string | null,"id"?: string,"person_id"?: string | null,"reason"?: string | null,"state"?: string,"territory_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "cash_handovers_confirmed_by_fkey"
      columns: ["confirmed_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "cash_handovers_confirmed_card_fkey"
      columns: ["confirmed_by"]
isOneToOne: false
      referencedRelation: "profile_cards"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "cash_handovers_currency_code_fkey"
      columns: ["currency_code"]
isOneToOne: false
      referencedRelation: "currencies"
      referencedColumns: ["code"]
    },{
      foreignKeyName: "cash_handovers_person_card_fkey"
      columns: ["person_id"]
isOneToOne: false
      referencedRelation: "profile_cards"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "cash_handovers_person_id_fkey"
      columns: ["person_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "cash_handovers_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    }
                  ]
                },"commission_earnings": {
                  Row: {
                    "amount": number,"booking_id": string,"created_at": string,"currency_code": string,"id": string,"role": string,"status": string,"territory_id": string,"user_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"booking_id": string,"created_at"?: string,"currency_code": string,"id"?: string,"role": string,"status"?: string,"territory_id": string,"user_id"?: string | null
                  }
                  Update: {
                    "amount"?: number,"booking_id"?: string,"created_at"?: string,"currency_code"?: string,"id"?: string,"role"?: string,"status"?: string,"territory_id"?: string,"user_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "commission_earnings_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "all_bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "commission_earnings_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "commission_earnings_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "transport_bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "commission_earnings_currency_code_fkey"
      columns: ["currency_code"]
isOneToOne: false
      referencedRelation: "currencies"
      referencedColumns: ["code"]
    },{
      foreignKeyName: "commission_earnings_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "commission_earnings_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"commissions": {
                  Row: {
                    "amount": number,"created_at": string,"currency_code": string,"id": string,"paid_at": string | null,"partner_id": string | null,"referral_id": string,"status": string,"territory_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"created_at"?: string,"currency_code": string,"id"?: string,"paid_at"?: string | null,"partner_id"?: string | null,"referral_id": string,"status"?: string,"territory_id"?: string | null
                  }
                  Update: {
                    "amount"?: number,"created_at"?: string,"currency_code"?: string,"id"?: string,"paid_at"?: string | null,"partner_id"?: string | null,"referral_id"?: string,"status"?: string,"territory_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "commissions_currency_code_fkey"
      columns: ["currency_code"]
isOneToOne: false
      referencedRelation: "currencies"
      referencedColumns: ["code"]
    },{
      foreignKeyName: "commissions_partner_card_fkey"
      columns: ["partner_id"]
isOneToOne: false
      referencedRelation: "profile_cards"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "commissions_partner_id_fkey"
      columns: ["partner_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "commissions_referral_id_fkey"
      columns: ["referral_id"]
isOneToOne: true
      referencedRelation: "referrals"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "commissions_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    }
                  ]
                },"condition_changes": {
                  Row: {
                    "changed_at": string,"changed_by": string | null,"condition_id": string,"ends_at": string,"language": string,"revision": number,"state": string,"text": string,"translations": NonNullable<Json>
                  }
                  ComputedFields: never
                  Insert: {
                    "changed_at"?: string,"changed_by"?: string | null,"condition_id": string,"ends_at": string,"language": string,"revision": number,"state": string,"text": string,"translations": NonNullable<Json>
                  }
                  Update: {
                    "changed_at"?: string,"changed_by"?: string | null,"condition_id"?: string,"ends_at"?: string,"language"?: string,"revision"?: number,"state"?: string,"text"?: string,"translations"?: NonNullable<Json>
                  }
                  Relationships: [
                    {
      foreignKeyName: "condition_changes_changed_by_fkey"
      columns: ["changed_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "condition_changes_condition_id_fkey"
      columns: ["condition_id"]
isOneToOne: false
      referencedRelation: "conditions"
      referencedColumns: ["id"]
    }
                  ]
                },"condition_services": {
                  Row: {
                    "condition_id": string,"kind": string,"service_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "condition_id": string,"kind": string,"service_id": string
                  }
                  Update: {
                    "condition_id"?: string,"kind"?: string,"service_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "condition_services_condition_id_fkey"
      columns: ["condition_id"]
isOneToOne: false
      referencedRelation: "conditions"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "condition_services_service_id_kind_fkey"
      columns: ["service_id","kind"]
isOneToOne: false
      referencedRelation: "experiences"
      referencedColumns: ["id","kind"]
    },{
      foreignKeyName: "condition_services_service_id_kind_fkey"
      columns: ["service_id","kind"]
isOneToOne: false
      referencedRelation: "services"
      referencedColumns: ["id","kind"]
    }
                  ]
                },"conditions": {
                  Row: {
                    "changed_at": string,"created_at": string,"ends_at": string,"id": string,"language": string,"posted_by": string | null,"revision": number,"source_url": string | null,"starts_at": string,"state": string,"subject": string,"tell": boolean,"territory_id": string,"text": string,"told_at": string | null,"told_until": string | null,"touches_all": boolean,"translations": NonNullable<Json>
                  }
                  ComputedFields: never
                  Insert: {
                    "changed_at"?: string,"created_at"?: string,"ends_at": string,"id": string,"language"?: string,"posted_by"?: string | null,"revision"?: number,"source_url"?: string | null,"starts_at": string,"state": string,"subject": string,"tell": boolean,"territory_id": string,"text": string,"told_at"?: string | null,"told_until"?: string | null,"touches_all"?: boolean,"translations"?: NonNullable<Json>
                  }
                  Update: {
                    "changed_at"?: string,"created_at"?: string,"ends_at"?: string,"id"?: string,"language"?: string,"posted_by"?: string | null,"revision"?: number,"source_url"?: string | null,"starts_at"?: string,"state"?: string,"subject"?: string,"tell"?: boolean,"territory_id"?: string,"text"?: string,"told_at"?: string | null,"told_until"?: string | null,"touches_all"?: boolean,"translations"?: NonNullable<Json>
                  }
                  Relationships: [
                    {
      foreignKeyName: "conditions_posted_by_fkey"
      columns: ["posted_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "conditions_poster_card_fkey"
      columns: ["posted_by"]
isOneToOne: false
      referencedRelation: "profile_cards"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "conditions_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    }
                  ]
                },"contact_messages": {
                  Row: {
                    "created_at": string,"email": string,"id": string,"message": string,"name": string,"reviewed_at": string | null,"reviewed_by": string | null,"status": string,"subject": string | null,"user_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"email": string,"id"?: string,"message": string,"name": string,"reviewed_at"?: string | null,"reviewed_by"?: string | null,"status"?: string,"subject"?: string | null,"user_id"?: string | null
                  }
                  Update: {
                    "created_at"?: string,"email"?: string,"id"?: string,"message"?: string,"name"?: string,"reviewed_at"?: string | null,"reviewed_by"?: string | null,"status"?: string,"subject"?: string | null,"user_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "contact_messages_reviewed_by_fkey"
      columns: ["reviewed_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "contact_messages_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"currencies": {
                  Row: {
                    "code": string,"exponent": number,"symbol": string
                  }
                  ComputedFields: never
                  Insert: {
                    "code": string,"exponent": number,"symbol": string
                  }
                  Update: {
                    "code"?: string,"exponent"?: number,"symbol"?: string
                  }
                  Relationships: [
                    
                  ]
                },"departures": {
                  Row: {
                    "cancellation_id": string | null,"cancelled_from": string | null,"capacity": number,"capacity_fixed": boolean,"closed": boolean,"created_at": string,"delay_minutes": number,"delays": number,"end_time": string | null,"exclusive": boolean,"held": number,"id": string,"kind": string,"service_date": string,"service_id": string,"slot_id": string,"sold": number,"start_time": string | null,"status": string,"territory_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "cancellation_id"?: string | null,"cancelled_from"?: string | null,"capacity": number,"capacity_fixed"?: boolean,"closed"?: boolean,"created_at"?: string,"delay_minutes"?: number,"delays"?: number,"end_time"?: string | null,"exclusive"?: boolean,"held"?: number,"id"?: string,"kind": string,"service_date": string,"service_id": string,"slot_id": string,"sold"?: number,"start_time"?: string | null,"status"?: string,"territory_id": string
                  }
                  Update: {
                    "cancellation_id"?: string | null,"cancelled_from"?: string | null,"capacity"?: number,"capacity_fixed"?: boolean,"closed"?: boolean,"created_at"?: string,"delay_minutes"?: number,"delays"?: number,"end_time"?: string | null,"exclusive"?: boolean,"held"?: number,"id"?: string,"kind"?: string,"service_date"?: string,"service_id"?: string,"slot_id"?: string,"sold"?: number,"start_time"?: string | null,"status"?: string,"territory_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "departures_service_id_kind_fkey"
      columns: ["service_id","kind"]
isOneToOne: false
      referencedRelation: "experiences"
      referencedColumns: ["id","kind"]
    },{
      foreignKeyName: "departures_service_id_kind_fkey"
      columns: ["service_id","kind"]
isOneToOne: false
      referencedRelation: "services"
      referencedColumns: ["id","kind"]
    },{
      foreignKeyName: "departures_slot_id_service_id_fkey"
      columns: ["slot_id","service_id"]
isOneToOne: false
      referencedRelation: "experience_timeslots"
      referencedColumns: ["id","experience_id"]
    },{
      foreignKeyName: "departures_slot_id_service_id_fkey"
      columns: ["slot_id","service_id"]
isOneToOne: false
      referencedRelation: "slots"
      referencedColumns: ["id","service_id"]
    },{
      foreignKeyName: "departures_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    }
                  ]
                },"driver_schedules": {
                  Row: {
                    "active": boolean,"created_at": string,"day_of_week": string,"driver_id": string,"id": string,"slot_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"created_at"?: string,"day_of_week": string,"driver_id": string,"id"?: string,"slot_id": string
                  }
                  Update: {
                    "active"?: boolean,"created_at"?: string,"day_of_week"?: string,"driver_id"?: string,"id"?: string,"slot_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "driver_schedules_card_fkey"
      columns: ["driver_id"]
isOneToOne: false
      referencedRelation: "profile_cards"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "driver_schedules_driver_id_fkey"
      columns: ["driver_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "driver_schedules_slot_id_fkey"
      columns: ["slot_id"]
isOneToOne: false
      referencedRelation: "experience_timeslots"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "driver_schedules_slot_id_fkey"
      columns: ["slot_id"]
isOneToOne: false
      referencedRelation: "slots"
      referencedColumns: ["id"]
    }
                  ]
                },"experience_guide_rankings": {
                  Row: {
                    "experience_id": string,"guide_id": string,"id": string,"rank": number
                  }
                  ComputedFields: never
                  Insert: {
                    "experience_id": string,"guide_id": string,"id"?: string,"rank": number
                  }
                  Update: {
                    "experience_id"?: string,"guide_id"?: string,"id"?: string,"rank"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "experience_guide_rankings_card_fkey"
      columns: ["guide_id"]
isOneToOne: false
      referencedRelation: "profile_cards"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "experience_guide_rankings_experience_id_fkey"
      columns: ["experience_id"]
isOneToOne: false
      referencedRelation: "experiences"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "experience_guide_rankings_experience_id_fkey"
      columns: ["experience_id"]
isOneToOne: false
      referencedRelation: "services"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "experience_guide_rankings_experience_id_fkey"
      columns: ["experience_id"]
isOneToOne: false
      referencedRelation: "territory_transports"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "experience_guide_rankings_guide_id_fkey"
      columns: ["guide_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"experience_tags": {
                  Row: {
                    "experience_id": string,"tag_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "experience_id": string,"tag_id": string
                  }
                  Update: {
                    "experience_id"?: string,"tag_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "experience_tags_experience_id_fkey"
      columns: ["experience_id"]
isOneToOne: false
      referencedRelation: "experiences"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "experience_tags_experience_id_fkey"
      columns: ["experience_id"]
isOneToOne: false
      referencedRelation: "services"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "experience_tags_experience_id_fkey"
      columns: ["experience_id"]
isOneToOne: false
      referencedRelation: "territory_transports"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "experience_tags_tag_id_fkey"
      columns: ["tag_id"]
isOneToOne: false
      referencedRelation: "territory_tags"
      referencedColumns: ["id"]
    }
                  ]
                },"guide_timeslot_responses": {
                  Row: {
                    "guide_id": string,"response": string,"slot_id": string,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "guide_id": string,"response": string,"slot_id": string,"updated_at"?: string
                  }
                  Update: {
                    "guide_id"?: string,"response"?: string,"slot_id"?: string,"updated_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "guide_timeslot_responses_card_fkey"
      columns: ["guide_id"]
isOneToOne: false
      referencedRelation: "profile_cards"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "guide_timeslot_responses_guide_id_fkey"
      columns: ["guide_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "guide_timeslot_responses_slot_id_fkey"
      columns: ["slot_id"]
isOneToOne: false
      referencedRelation: "experience_timeslots"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "guide_timeslot_responses_slot_id_fkey"
      columns: ["slot_id"]
isOneToOne: false
      referencedRelation: "slots"
      referencedColumns: ["id"]
    }
                  ]
                },"invites": {
                  Row: {
                    "business_name": string | null,"code_hash": string,"commission_level": number | null,"created_at": string,"email": string,"expires_at": string,"full_name": string,"id": string,"invited_by": string | null,"redeemed_at": string | null,"redeemed_by": string | null,"roles": (string)[],"territory_id": string | null,"withdrawn_at": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "business_name"?: string | null,"code_hash": string,"commission_level"?: number | null,"created_at"?: string,"email": string,"expires_at"?: string,"full_name"?: string,"id"?: string,"invited_by"?: string | null,"redeemed_at"?: string | null,"redeemed_by"?: string | null,"roles": (string)[],"territory_id"?: string | null,"withdrawn_at"?: string | null
                  }
                  Update: {
                    "business_name"?: string | null,"code_hash"?: string,"commission_level"?: number | null,"created_at"?: string,"email"?: string,"expires_at"?: string,"full_name"?: string,"id"?: string,"invited_by"?: string | null,"redeemed_at"?: string | null,"redeemed_by"?: string | null,"roles"?: (string)[],"territory_id"?: string | null,"withdrawn_at"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "invites_invited_by_fkey"
      columns: ["invited_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "invites_redeemed_by_fkey"
      columns: ["redeemed_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "invites_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    }
                  ]
                },"message_reports": {
                  Row: {
                    "created_at": string,"id": string,"message_id": string,"reason": string | null,"reporter_id": string | null,"reviewed_at": string | null,"reviewed_by": string | null,"status": string,"territory_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"id"?: string,"message_id": string,"reason"?: string | null,"reporter_id"?: string | null,"reviewed_at"?: string | null,"reviewed_by"?: string | null,"status"?: string,"territory_id": string
                  }
                  Update: {
                    "created_at"?: string,"id"?: string,"message_id"?: string,"reason"?: string | null,"reporter_id"?: string | null,"reviewed_at"?: string | null,"reviewed_by"?: string | null,"status"?: string,"territory_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "message_reports_message_id_fkey"
      columns: ["message_id"]
isOneToOne: false
      referencedRelation: "territory_messages"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "message_reports_reporter_id_fkey"
      columns: ["reporter_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "message_reports_reviewed_by_fkey"
      columns: ["reviewed_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "message_reports_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    }
                  ]
                },"messages": {
                  Row: {
                    "booking_id": string,"created_at": string,"group_size": number | null,"guide_id": string | null,"id": string,"idempotency_key": string | null,"kind": string,"message": string,"sender_id": string | null,"territory_id": string | null,"to_group": boolean,"tourist_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "booking_id": string,"created_at"?: string,"group_size"?: number | null,"guide_id"?: string | null,"id"?: string,"idempotency_key"?: string | null,"kind": string,"message": string,"sender_id"?: string | null,"territory_id"?: string | null,"to_group"?: boolean,"tourist_id"?: string | null
                  }
                  Update: {
                    "booking_id"?: string,"created_at"?: string,"group_size"?: number | null,"guide_id"?: string | null,"id"?: string,"idempotency_key"?: string | null,"kind"?: string,"message"?: string,"sender_id"?: string | null,"territory_id"?: string | null,"to_group"?: boolean,"tourist_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "messages_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "all_bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "messages_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "messages_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "transport_bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "messages_guide_id_fkey"
      columns: ["guide_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "messages_sender_card_fkey"
      columns: ["sender_id"]
isOneToOne: false
      referencedRelation: "profile_cards"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "messages_sender_id_fkey"
      columns: ["sender_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "messages_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "messages_tourist_id_fkey"
      columns: ["tourist_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"notice_choices": {
                  Row: {
                    "booking_bell": boolean,"booking_mail": boolean,"message": boolean,"push_booking": boolean,"push_departure": boolean,"push_message": boolean,"push_seats": boolean,"reminder_evening": boolean,"reminder_soon": boolean,"review_request": boolean,"tomorrow": boolean,"updated_at": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "booking_bell"?: boolean,"booking_mail"?: boolean,"message"?: boolean,"push_booking"?: boolean,"push_departure"?: boolean,"push_message"?: boolean,"push_seats"?: boolean,"reminder_evening"?: boolean,"reminder_soon"?: boolean,"review_request"?: boolean,"tomorrow"?: boolean,"updated_at"?: string,"user_id"?: string
                  }
                  Update: {
                    "booking_bell"?: boolean,"booking_mail"?: boolean,"message"?: boolean,"push_booking"?: boolean,"push_departure"?: boolean,"push_message"?: boolean,"push_seats"?: boolean,"reminder_evening"?: boolean,"reminder_soon"?: boolean,"review_request"?: boolean,"tomorrow"?: boolean,"updated_at"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "notice_choices_user_id_fkey"
      columns: ["user_id"]
isOneToOne: true
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"notifications": {
                  Row: {
                    "about": string | null,"booking_id": string | null,"created_at": string,"id": string,"params": NonNullable<Json>,"read": boolean,"territory_id": string | null,"type": string,"user_id": string,"wording": string
                  }
                  ComputedFields: never
                  Insert: {
                    "about"?: string | null,"booking_id"?: string | null,"created_at"?: string,"id"?: string,"params"?: NonNullable<Json>,"read"?: boolean,"territory_id"?: string | null,"type"?: string,"user_id": string,"wording": string
                  }
                  Update: {
                    "about"?: string | null,"booking_id"?: string | null,"created_at"?: string,"id"?: string,"params"?: NonNullable<Json>,"read"?: boolean,"territory_id"?: string | null,"type"?: string,"user_id"?: string,"wording"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "notifications_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "all_bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "notifications_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "notifications_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "transport_bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "notifications_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "notifications_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"partner_applications": {
                  Row: {
                    "created_at": string,"email": string,"id": string,"kind": string,"message": string | null,"name": string,"phone": string | null,"reviewed_at": string | null,"reviewed_by": string | null,"status": string,"territory_id": string | null,"user_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"email": string,"id"?: string,"kind": string,"message"?: string | null,"name": string,"phone"?: string | null,"reviewed_at"?: string | null,"reviewed_by"?: string | null,"status"?: string,"territory_id"?: string | null,"user_id"?: string | null
                  }
                  Update: {
                    "created_at"?: string,"email"?: string,"id"?: string,"kind"?: string,"message"?: string | null,"name"?: string,"phone"?: string | null,"reviewed_at"?: string | null,"reviewed_by"?: string | null,"status"?: string,"territory_id"?: string | null,"user_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "partner_applications_reviewed_by_fkey"
      columns: ["reviewed_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "partner_applications_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "partner_applications_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"payout_lines": {
                  Row: {
                    "amount": number,"booking_id": string,"id": number,"payee_id": string | null,"payout_id": string,"reverses": number | null,"share_id": number,"territory_id": string,"turn": number
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"booking_id": string,"id"?: never,"payee_id"?: string | null,"payout_id": string,"reverses"?: number | null,"share_id": number,"territory_id": string,"turn": number
                  }
                  Update: {
                    "amount"?: number,"booking_id"?: string,"id"?: never,"payee_id"?: string | null,"payout_id"?: string,"reverses"?: number | null,"share_id"?: number,"territory_id"?: string,"turn"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "payout_lines_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "all_bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "payout_lines_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "payout_lines_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "transport_bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "payout_lines_payee_id_fkey"
      columns: ["payee_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "payout_lines_payout_id_fkey"
      columns: ["payout_id"]
isOneToOne: false
      referencedRelation: "payouts"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "payout_lines_reverses_fkey"
      columns: ["reverses"]
isOneToOne: false
      referencedRelation: "commission_payments"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "payout_lines_reverses_fkey"
      columns: ["reverses"]
isOneToOne: false
      referencedRelation: "payout_lines"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "payout_lines_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    }
                  ]
                },"payouts": {
                  Row: {
                    "amount": number,"created_at": string,"created_by": string | null,"currency_code": string,"id": string,"lines": number,"marked": boolean,"paid_on": string,"party": string,"payee_id": string | null,"reason": string | null,"reference": string,"reverses": string | null,"service_id": string | null,"territory_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"created_at"?: string,"created_by"?: string | null,"currency_code": string,"id"?: string,"lines": number,"marked"?: boolean,"paid_on": string,"party": string,"payee_id"?: string | null,"reason"?: string | null,"reference": string,"reverses"?: string | null,"service_id"?: string | null,"territory_id": string
                  }
                  Update: {
                    "amount"?: number,"created_at"?: string,"created_by"?: string | null,"currency_code"?: string,"id"?: string,"lines"?: number,"marked"?: boolean,"paid_on"?: string,"party"?: string,"payee_id"?: string | null,"reason"?: string | null,"reference"?: string,"reverses"?: string | null,"service_id"?: string | null,"territory_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "payouts_created_by_fkey"
      columns: ["created_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "payouts_currency_code_fkey"
      columns: ["currency_code"]
isOneToOne: false
      referencedRelation: "currencies"
      referencedColumns: ["code"]
    },{
      foreignKeyName: "payouts_payee_id_fkey"
      columns: ["payee_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "payouts_reverses_fkey"
      columns: ["reverses"]
isOneToOne: false
      referencedRelation: "payouts"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "payouts_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    }
                  ]
                },"pickup_locations": {
                  Row: {
                    "directions": string | null,"id": string,"language": string,"map_link": string | null,"name": string,"territory_id": string,"translations": NonNullable<Json>,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "directions"?: string | null,"id"?: string,"language"?: string,"map_link"?: string | null,"name": string,"territory_id": string,"translations"?: NonNullable<Json>,"updated_at"?: string
                  }
                  Update: {
                    "directions"?: string | null,"id"?: string,"language"?: string,"map_link"?: string | null,"name"?: string,"territory_id"?: string,"translations"?: NonNullable<Json>,"updated_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "pickup_locations_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    }
                  ]
                },"profile_cards": {
                  Row: {
                    "avatar_url": string | null,"country": string | null,"full_name": string,"id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "avatar_url"?: string | null,"country"?: string | null,"full_name"?: string,"id": string
                  }
                  Update: {
                    "avatar_url"?: string | null,"country"?: string | null,"full_name"?: string,"id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "profile_cards_id_fkey"
      columns: ["id"]
isOneToOne: true
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"profiles": {
                  Row: {
                    "avatar_url": string | null,"bio": string | null,"country": string | null,"created_at": string,"email": string,"full_name": string,"hotel_name": string | null,"id": string,"language": string | null,"roles": (string)[],"territory_id": string | null,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "avatar_url"?: string | null,"bio"?: string | null,"country"?: string | null,"created_at"?: string,"email": string,"full_name"?: string,"hotel_name"?: string | null,"id": string,"language"?: string | null,"roles"?: (string)[],"territory_id"?: string | null,"updated_at"?: string
                  }
                  Update: {
                    "avatar_url"?: string | null,"bio"?: string | null,"country"?: string | null,"created_at"?: string,"email"?: string,"full_name"?: string,"hotel_name"?: string | null,"id"?: string,"language"?: string | null,"roles"?: (string)[],"territory_id"?: string | null,"updated_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "profiles_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    }
                  ]
                },"referral_links": {
                  Row: {
                    "active": boolean,"archived_at": string | null,"code": string,"created_at": string,"id": string,"name": string,"user_id": string | null,"visits": number
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"archived_at"?: string | null,"code"?: string,"created_at"?: string,"id"?: string,"name": string,"user_id"?: string | null,"visits"?: number
                  }
                  Update: {
                    "active"?: boolean,"archived_at"?: string | null,"code"?: string,"created_at"?: string,"id"?: string,"name"?: string,"user_id"?: string | null,"visits"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "referral_links_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"referral_registrations": {
                  Row: {
                    "id": string,"referral_link_id": string,"registered_at": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "id"?: string,"referral_link_id": string,"registered_at"?: string,"user_id": string
                  }
                  Update: {
                    "id"?: string,"referral_link_id"?: string,"registered_at"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "referral_registrations_card_fkey"
      columns: ["user_id"]
isOneToOne: true
      referencedRelation: "profile_cards"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "referral_registrations_referral_link_id_fkey"
      columns: ["referral_link_id"]
isOneToOne: false
      referencedRelation: "referral_links"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "referral_registrations_user_id_fkey"
      columns: ["user_id"]
isOneToOne: true
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"referrals": {
                  Row: {
                    "booking_id": string,"created_at": string,"id": string,"partner_id": string | null,"referral_link_id": string | null,"territory_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "booking_id": string,"created_at"?: string,"id"?: string,"partner_id"?: string | null,"referral_link_id"?: string | null,"territory_id"?: string | null
                  }
                  Update: {
                    "booking_id"?: string,"created_at"?: string,"id"?: string,"partner_id"?: string | null,"referral_link_id"?: string | null,"territory_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "referrals_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: true
      referencedRelation: "all_bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "referrals_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: true
      referencedRelation: "bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "referrals_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: true
      referencedRelation: "transport_bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "referrals_partner_card_fkey"
      columns: ["partner_id"]
isOneToOne: false
      referencedRelation: "profile_cards"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "referrals_partner_id_fkey"
      columns: ["partner_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "referrals_referral_link_id_fkey"
      columns: ["referral_link_id"]
isOneToOne: false
      referencedRelation: "referral_links"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "referrals_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    }
                  ]
                },"reviews": {
                  Row: {
                    "author_id": string | null,"booking_id": string,"created_at": string,"edited_at": string | null,"hidden_at": string | null,"id": string,"kind": string,"photo_urls": (string)[],"rating": number,"replied_at": string | null,"replied_by": string | null,"reply": string | null,"reported_at": string | null,"service_id": string,"territory_id": string,"text": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "author_id"?: string | null,"booking_id": string,"created_at"?: string,"edited_at"?: string | null,"hidden_at"?: string | null,"id"?: string,"kind": string,"photo_urls"?: (string)[],"rating": number,"replied_at"?: string | null,"replied_by"?: string | null,"reply"?: string | null,"reported_at"?: string | null,"service_id": string,"territory_id": string,"text"?: string | null
                  }
                  Update: {
                    "author_id"?: string | null,"booking_id"?: string,"created_at"?: string,"edited_at"?: string | null,"hidden_at"?: string | null,"id"?: string,"kind"?: string,"photo_urls"?: (string)[],"rating"?: number,"replied_at"?: string | null,"replied_by"?: string | null,"reply"?: string | null,"reported_at"?: string | null,"service_id"?: string,"territory_id"?: string,"text"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "reviews_author_card_fkey"
      columns: ["author_id"]
isOneToOne: false
      referencedRelation: "profile_cards"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "reviews_author_id_fkey"
      columns: ["author_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "reviews_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: true
      referencedRelation: "all_bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "reviews_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: true
      referencedRelation: "bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "reviews_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: true
      referencedRelation: "transport_bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "reviews_replied_by_fkey"
      columns: ["replied_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "reviews_service_id_kind_fkey"
      columns: ["service_id","kind"]
isOneToOne: false
      referencedRelation: "experiences"
      referencedColumns: ["id","kind"]
    },{
      foreignKeyName: "reviews_service_id_kind_fkey"
      columns: ["service_id","kind"]
isOneToOne: false
      referencedRelation: "services"
      referencedColumns: ["id","kind"]
    },{
      foreignKeyName: "reviews_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    }
                  ]
                },"role_requests": {
                  Row: {
                    "created_at": string,"decided_at": string | null,"decided_by": string | null,"id": string,"reason": string | null,"role": string,"status": string,"territory_id": string | null,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"decided_at"?: string | null,"decided_by"?: string | null,"id"?: string,"reason"?: string | null,"role": string,"status"?: string,"territory_id"?: string | null,"user_id": string
                  }
                  Update: {
                    "created_at"?: string,"decided_at"?: string | null,"decided_by"?: string | null,"id"?: string,"reason"?: string | null,"role"?: string,"status"?: string,"territory_id"?: string | null,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "role_requests_card_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profile_cards"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "role_requests_decided_by_fkey"
      columns: ["decided_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "role_requests_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "role_requests_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"services": {
                  Row: {
                    "archived_at": string | null,"available_spots": number,"booking_type": string,"cancellation_policy": string,"cash_allowed": boolean,"created_at": string,"decide_at": string,"description": string,"destination": string | null,"destination_territory_id": string | null,"duration_hours": number | null,"featured": boolean,"featured_order": number | null,"guide_id": string | null,"id": string,"image_urls": (string)[],"kind": string,"language": string,"max_private_guests": number | null,"max_spots": number,"meeting_point": string | null,"meeting_point_link": string | null,"min_private_guests": number | null,"min_spots": number,"min_to_run": number | null,"names": NonNullable<Json>,"passport_required": boolean,"pickup_location": string | null,"pickup_location_id": string | null,"private_price": number | null,"rating_average": number | null,"rating_count": number,"shared_price": number | null,"territory_id": string,"title": string,"translations": NonNullable<Json>,"transport_type_id": string | null,"updated_at": string,"video_urls": (string)[],"visible": boolean,"what_to_bring": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "archived_at"?: string | null,"available_spots"?: number,"booking_type"?: string,"cancellation_policy"?: string,"cash_allowed"?: boolean,"created_at"?: string,"decide_at"?: string,"description": string,"destination"?: string | null,"destination_territory_id"?: string | null,"duration_hours"?: number | null,"featured"?: boolean,"featured_order"?: number | null,"guide_id"?: string | null,"id"?: string,"image_urls"?: (string)[],"kind": string,"language"?: string,"max_private_guests"?: number | null,"max_spots"?: number,"meeting_point"?: string | null,"meeting_point_link"?: string | null,"min_private_guests"?: number | null,"min_spots"?: number,"min_to_run"?: number | null,"names"?: never,"passport_required"?: boolean,"pickup_location"?: string | null,"pickup_location_id"?: string | null,"private_price"?: number | null,"rating_average"?: number | null,"rating_count"?: number,"shared_price"?: number | null,"territory_id": string,"title": string,"translations"?: NonNullable<Json>,"transport_type_id"?: string | null,"updated_at"?: string,"video_urls"?: (string)[],"visible"?: boolean,"what_to_bring"?: string | null
                  }
                  Update: {
                    "archived_at"?: string | null,"available_spots"?: number,"booking_type"?: string,"cancellation_policy"?: string,"cash_allowed"?: boolean,"created_at"?: string,"decide_at"?: string,"description"?: string,"destination"?: string | null,"destination_territory_id"?: string | null,"duration_hours"?: number | null,"featured"?: boolean,"featured_order"?: number | null,"guide_id"?: string | null,"id"?: string,"image_urls"?: (string)[],"kind"?: string,"language"?: string,"max_private_guests"?: number | null,"max_spots"?: number,"meeting_point"?: string | null,"meeting_point_link"?: string | null,"min_private_guests"?: number | null,"min_spots"?: number,"min_to_run"?: number | null,"names"?: never,"passport_required"?: boolean,"pickup_location"?: string | null,"pickup_location_id"?: string | null,"private_price"?: number | null,"rating_average"?: number | null,"rating_count"?: number,"shared_price"?: number | null,"territory_id"?: string,"title"?: string,"translations"?: NonNullable<Json>,"transport_type_id"?: string | null,"updated_at"?: string,"video_urls"?: (string)[],"visible"?: boolean,"what_to_bring"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "services_destination_territory_id_fkey"
      columns: ["destination_territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "services_guide_card_fkey"
      columns: ["guide_id"]
isOneToOne: false
      referencedRelation: "profile_cards"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "services_guide_id_fkey"
      columns: ["guide_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "services_pickup_location_id_fkey"
      columns: ["pickup_location_id"]
isOneToOne: false
      referencedRelation: "pickup_locations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "services_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "services_transport_type_id_fkey"
      columns: ["transport_type_id"]
isOneToOne: false
      referencedRelation: "transport_types"
      referencedColumns: ["id"]
    }
                  ]
                },"shuttle_drivers": {
                  Row: {
                    "active": boolean,"created_at": string,"driver_id": string,"id": string,"territory_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"created_at"?: string,"driver_id": string,"id"?: string,"territory_id": string
                  }
                  Update: {
                    "active"?: boolean,"created_at"?: string,"driver_id"?: string,"id"?: string,"territory_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "shuttle_drivers_card_fkey"
      columns: ["driver_id"]
isOneToOne: false
      referencedRelation: "profile_cards"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "shuttle_drivers_driver_id_fkey"
      columns: ["driver_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "shuttle_drivers_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    }
                  ]
                },"slots": {
                  Row: {
                    "archived_at": string | null,"available_spots": number,"created_at": string,"days_of_week": (string)[],"end_time": string | null,"id": string,"kind": string,"max_spots": number,"service_id": string,"start_time": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "archived_at"?: string | null,"available_spots": number,"created_at"?: string,"days_of_week"?: (string)[],"end_time"?: string | null,"id"?: string,"kind": string,"max_spots": number,"service_id": string,"start_time"?: string | null
                  }
                  Update: {
                    "archived_at"?: string | null,"available_spots"?: number,"created_at"?: string,"days_of_week"?: (string)[],"end_time"?: string | null,"id"?: string,"kind"?: string,"max_spots"?: number,"service_id"?: string,"start_time"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "slots_service_id_kind_fkey"
      columns: ["service_id","kind"]
isOneToOne: false
      referencedRelation: "experiences"
      referencedColumns: ["id","kind"]
    },{
      foreignKeyName: "slots_service_id_kind_fkey"
      columns: ["service_id","kind"]
isOneToOne: false
      referencedRelation: "services"
      referencedColumns: ["id","kind"]
    }
                  ]
                },"territories": {
                  Row: {
                    "archived_at": string | null,"change_hours": number | null,"country": string,"created_at": string,"currency_code": string,"currency_symbol": string,"description": string,"featured": boolean,"id": string,"image_urls": (string)[],"language": string,"meeting_point": string | null,"meeting_point_link": string | null,"name": string,"names": NonNullable<Json>,"offer_hours": number,"summary": string | null,"time_zone": string,"translations": NonNullable<Json>,"updated_at": string,"video_urls": (string)[],"visible": boolean
                  }
                  ComputedFields: never
                  Insert: {
                    "archived_at"?: string | null,"change_hours"?: number | null,"country"?: string,"created_at"?: string,"currency_code"?: string,"currency_symbol"?: string,"description": string,"featured"?: boolean,"id": string,"image_urls"?: (string)[],"language"?: string,"meeting_point"?: string | null,"meeting_point_link"?: string | null,"name": string,"names"?: never,"offer_hours"?: number,"summary"?: string | null,"time_zone"?: string,"translations"?: NonNullable<Json>,"updated_at"?: string,"video_urls"?: (string)[],"visible"?: boolean
                  }
                  Update: {
                    "archived_at"?: string | null,"change_hours"?: number | null,"country"?: string,"created_at"?: string,"currency_code"?: string,"currency_symbol"?: string,"description"?: string,"featured"?: boolean,"id"?: string,"image_urls"?: (string)[],"language"?: string,"meeting_point"?: string | null,"meeting_point_link"?: string | null,"name"?: string,"names"?: never,"offer_hours"?: number,"summary"?: string | null,"time_zone"?: string,"translations"?: NonNullable<Json>,"updated_at"?: string,"video_urls"?: (string)[],"visible"?: boolean
                  }
                  Relationships: [
                    {
      foreignKeyName: "territories_currency_code_fkey"
      columns: ["currency_code"]
isOneToOne: false
      referencedRelation: "currencies"
      referencedColumns: ["code"]
    }
                  ]
                },"territory_followers": {
                  Row: {
                    "created_at": string,"territory_id": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"territory_id": string,"user_id"?: string
                  }
                  Update: {
                    "created_at"?: string,"territory_id"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "territory_followers_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "territory_followers_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"territory_messages": {
                  Row: {
                    "created_at": string,"deleted_at": string | null,"edited_at": string | null,"hidden_at": string | null,"hidden_by": string | null,"id": string,"keeps_place": boolean,"message": string,"parent_id": string | null,"territory_id": string,"user_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"deleted_at"?: string | null,"edited_at"?: string | null,"hidden_at"?: string | null,"hidden_by"?: string | null,"id"?: string,"keeps_place"?: boolean,"message": string,"parent_id"?: string | null,"territory_id": string,"user_id"?: string | null
                  }
                  Update: {
                    "created_at"?: string,"deleted_at"?: string | null,"edited_at"?: string | null,"hidden_at"?: string | null,"hidden_by"?: string | null,"id"?: string,"keeps_place"?: boolean,"message"?: string,"parent_id"?: string | null,"territory_id"?: string,"user_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "territory_messages_author_card_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profile_cards"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "territory_messages_hidden_by_fkey"
      columns: ["hidden_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "territory_messages_parent_id_fkey"
      columns: ["parent_id"]
isOneToOne: false
      referencedRelation: "territory_messages"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "territory_messages_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "territory_messages_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"territory_tags": {
                  Row: {
                    "id": string,"language": string,"name": string,"territory_id": string,"translations": NonNullable<Json>,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "id"?: string,"language"?: string,"name": string,"territory_id": string,"translations"?: NonNullable<Json>,"updated_at"?: string
                  }
                  Update: {
                    "id"?: string,"language"?: string,"name"?: string,"territory_id"?: string,"translations"?: NonNullable<Json>,"updated_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "territory_tags_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    }
                  ]
                },"ticket_keys": {
                  Row: {
                    "created_at": string,"id": number,"public_key": string,"revoked_at": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"id": number,"public_key": string,"revoked_at"?: string | null
                  }
                  Update: {
                    "created_at"?: string,"id"?: number,"public_key"?: string,"revoked_at"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"transport_types": {
                  Row: {
                    "id": string,"name": string
                  }
                  ComputedFields: never
                  Insert: {
                    "id": string,"name": string
                  }
                  Update: {
                    "id"?: string,"name"?: string
                  }
                  Relationships: [
                    
                  ]
                },"user_submissions": {
                  Row: {
                    "comment": string,"created_at": string,"id": string,"location": string,"media_types": (string)[],"media_urls": (string)[],"reviewed_at": string | null,"reviewed_by": string | null,"status": string,"territory_id": string | null,"user_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "comment": string,"created_at"?: string,"id"?: string,"location": string,"media_types": (string)[],"media_urls": (string)[],"reviewed_at"?: string | null,"reviewed_by"?: string | null,"status"?: string,"territory_id"?: string | null,"user_id"?: string | null
                  }
                  Update: {
                    "comment"?: string,"created_at"?: string,"id"?: string,"location"?: string,"media_types"?: (string)[],"media_urls"?: (string)[],"reviewed_at"?: string | null,"reviewed_by"?: string | null,"status"?: string,"territory_id"?: string | null,"user_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "user_submissions_reviewed_by_fkey"
      columns: ["reviewed_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "user_submissions_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "user_submissions_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                }
          }
          Views: {
            "all_bookings": {
                  Row: {
                    "booking_date": string,"booking_type": string,"cancellation_policy": string,"check_in_status": string,"checked_in_at": string | null,"country": string,"created_at": string,"currency_code": string,"departure_id": string,"guide_id": string | null,"hotel_address": string | null,"hotel_name": string | null,"id": string,"kind": string,"num_people": number,"partner_id": string | null,"passenger_details": NonNullable<Json>,"passports": (number)[],"payment_method": string,"payment_status": string,"referral_id": string | null,"seats": number,"service_id": string,"service_title": string | null,"slot_id": string,"speaks_spanish": boolean,"start_time": string | null,"status": string,"territory_id": string,"tourist_email": string | null,"tourist_id": string | null,"tourist_name": string | null,"updated_at": string,"whatsapp_number": string
                  }
                  ComputedFields: never
                  Insert: {
                           "booking_date"?: string | null,"booking_type"?: string | null,"cancellation_policy"?: string | null,"check_in_status"?: string | null,"checked_in_at"?: string | null,"country"?: string | null,"created_at"?: string | null,"currency_code"?: string | null,"departure_id"?: string | null,"guide_id"?: string | null,"hotel_address"?: string | null,"hotel_name"?: string | null,"id"?: string | null,"kind"?: string | null,"num_people"?: number | null,"partner_id"?: never,"passenger_details"?: Json | null,"passports"?: (number)[] | null,"payment_method"?: string | null,"payment_status"?: string | null,"referral_id"?: never,"seats"?: number | null,"service_id"?: string | null,"service_title"?: never,"slot_id"?: string | null,"speaks_spanish"?: boolean | null,"start_time"?: string | null,"status"?: string | null,"territory_id"?: string | null,"tourist_email"?: never,"tourist_id"?: string | null,"tourist_name"?: never,"updated_at"?: string | null,"whatsapp_number"?: string | null
                         }
                        Update: {
                           "booking_date"?: string | null,"booking_type"?: string | null,"cancellation_policy"?: string | null,"check_in_status"?: string | null,"checked_in_at"?: string | null,"country"?: string | null,"created_at"?: string | null,"currency_code"?: string | null,"departure_id"?: string | null,"guide_id"?: string | null,"hotel_address"?: string | null,"hotel_name"?: string | null,"id"?: string | null,"kind"?: string | null,"num_people"?: number | null,"partner_id"?: never,"passenger_details"?: Json | null,"passports"?: (number)[] | null,"payment_method"?: string | null,"payment_status"?: string | null,"referral_id"?: never,"seats"?: number | null,"service_id"?: string | null,"service_title"?: never,"slot_id"?: string | null,"speaks_spanish"?: boolean | null,"start_time"?: string | null,"status"?: string | null,"territory_id"?: string | null,"tourist_email"?: never,"tourist_id"?: string | null,"tourist_name"?: never,"updated_at"?: string | null,"whatsapp_number"?: string | null
                         }
                        Relationships: [
                    {
      foreignKeyName: "bookings_currency_code_fkey"
      columns: ["currency_code"]
isOneToOne: false
      referencedRelation: "currencies"
      referencedColumns: ["code"]
    },{
      foreignKeyName: "bookings_departure_id_fkey"
      columns: ["departure_id"]
isOneToOne: false
      referencedRelation: "departures"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bookings_guide_card_fkey"
      columns: ["guide_id"]
isOneToOne: false
      referencedRelation: "profile_cards"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bookings_guide_id_fkey"
      columns: ["guide_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bookings_service_id_kind_fkey"
      columns: ["service_id","kind"]
isOneToOne: false
      referencedRelation: "experiences"
      referencedColumns: ["id","kind"]
    },{
      foreignKeyName: "bookings_service_id_kind_fkey"
      columns: ["service_id","kind"]
isOneToOne: false
      referencedRelation: "services"
      referencedColumns: ["id","kind"]
    },{
      foreignKeyName: "bookings_slot_id_fkey"
      columns: ["slot_id"]
isOneToOne: false
      referencedRelation: "experience_timeslots"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bookings_slot_id_fkey"
      columns: ["slot_id"]
isOneToOne: false
      referencedRelation: "slots"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bookings_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bookings_tourist_card_fkey"
      columns: ["tourist_id"]
isOneToOne: false
      referencedRelation: "profile_cards"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bookings_tourist_id_fkey"
      columns: ["tourist_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"commission_payments": {
                  Row: {
                    "amount": number,"booking_id": string,"created_at": string,"currency_code": string,"id": number,"payment_date": string,"role": string | null,"territory_id": string,"user_id": string | null
                  }
                  ComputedFields: never
                  Relationships: [
                    {
      foreignKeyName: "payout_lines_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "all_bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "payout_lines_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "payout_lines_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "transport_bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "payouts_currency_code_fkey"
      columns: ["currency_code"]
isOneToOne: false
      referencedRelation: "currencies"
      referencedColumns: ["code"]
    },{
      foreignKeyName: "payouts_payee_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "payouts_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    }
                  ]
                },"experience_timeslots": {
                  Row: {
                    "archived_at": string | null,"available_spots": number,"created_at": string,"days_of_week": (string)[],"end_time": string | null,"experience_id": string,"id": string,"kind": string,"max_spots": number,"start_time": string | null
                  }
                  ComputedFields: never
                  Insert: {
                           "archived_at"?: string | null,"available_spots"?: number | null,"created_at"?: string | null,"days_of_week"?: (string)[] | null,"end_time"?: string | null,"experience_id"?: string | null,"id"?: string | null,"kind"?: string | null,"max_spots"?: number | null,"start_time"?: string | null
                         }
                        Update: {
                           "archived_at"?: string | null,"available_spots"?: number | null,"created_at"?: string | null,"days_of_week"?: (string)[] | null,"end_time"?: string | null,"experience_id"?: string | null,"id"?: string | null,"kind"?: string | null,"max_spots"?: number | null,"start_time"?: string | null
                         }
                        Relationships: [
                    {
      foreignKeyName: "slots_service_id_kind_fkey"
      columns: ["experience_id","kind"]
isOneToOne: false
      referencedRelation: "experiences"
      referencedColumns: ["id","kind"]
    },{
      foreignKeyName: "slots_service_id_kind_fkey"
      columns: ["experience_id","kind"]
isOneToOne: false
      referencedRelation: "services"
      referencedColumns: ["id","kind"]
    }
                  ]
                },"experiences": {
                  Row: {
                    "archived_at": string | null,"available_spots": number,"booking_type": string,"cancellation_policy": string,"cash_allowed": boolean,"created_at": string,"decide_at": string,"description": string,"duration": number | null,"featured": boolean,"featured_order": number | null,"guide_id": string | null,"id": string,"image_urls": (string)[],"kind": string,"language": string,"max_private_guests": number | null,"max_spots": number,"meeting_point": string | null,"meeting_point_link": string | null,"min_private_guests": number | null,"min_spots": number,"min_to_run": number | null,"names": NonNullable<Json>,"passport_required": boolean,"private_price": number | null,"rating_average": number | null,"rating_count": number,"shared_price": number | null,"territory_id": string,"title": string,"translations": NonNullable<Json>,"updated_at": string,"video_urls": (string)[],"visible": boolean,"what_to_bring": string | null
                  }
                  ComputedFields: never
                  Insert: {
                           "archived_at"?: string | null,"available_spots"?: number | null,"booking_type"?: string | null,"cancellation_policy"?: string | null,"cash_allowed"?: boolean | null,"created_at"?: string | null,"decide_at"?: string | null,"description"?: string | null,"duration"?: number | null,"featured"?: boolean | null,"featured_order"?: number | null,"guide_id"?: string | null,"id"?: string | null,"image_urls"?: (string)[] | null,"kind"?: string | null,"language"?: string | null,"max_private_guests"?: number | null,"max_spots"?: number | null,"meeting_point"?: string | null,"meeting_point_link"?: string | null,"min_private_guests"?: number | null,"min_spots"?: number | null,"min_to_run"?: number | null,"names"?: Json | null,"passport_required"?: boolean | null,"private_price"?: number | null,"rating_average"?: number | null,"rating_count"?: number | null,"shared_price"?: number | null,"territory_id"?: string | null,"title"?: string | null,"translations"?: Json | null,"updated_at"?: string | null,"video_urls"?: (string)[] | null,"visible"?: boolean | null,"what_to_bring"?: string | null
                         }
                        Update: {
                           "archived_at"?: string | null,"available_spots"?: number | null,"booking_type"?: string | null,"cancellation_policy"?: string | null,"cash_allowed"?: boolean | null,"created_at"?: string | null,"decide_at"?: string | null,"description"?: string | null,"duration"?: number | null,"featured"?: boolean | null,"featured_order"?: number | null,"guide_id"?: string | null,"id"?: string | null,"image_urls"?: (string)[] | null,"kind"?: string | null,"language"?: string | null,"max_private_guests"?: number | null,"max_spots"?: number | null,"meeting_point"?: string | null,"meeting_point_link"?: string | null,"min_private_guests"?: number | null,"min_spots"?: number | null,"min_to_run"?: number | null,"names"?: Json | null,"passport_required"?: boolean | null,"private_price"?: number | null,"rating_average"?: number | null,"rating_count"?: number | null,"shared_price"?: number | null,"territory_id"?: string | null,"title"?: string | null,"translations"?: Json | null,"updated_at"?: string | null,"video_urls"?: (string)[] | null,"visible"?: boolean | null,"what_to_bring"?: string | null
                         }
                        Relationships: [
                    {
      foreignKeyName: "services_guide_card_fkey"
      columns: ["guide_id"]
isOneToOne: false
      referencedRelation: "profile_cards"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "services_guide_id_fkey"
      columns: ["guide_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "services_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    }
                  ]
                },"ledger_entries": {
                  Row: {
                    "amount": number,"booking_id": string,"created_at": string,"currency_code": string,"id": number,"kind": string,"party": string,"party_user_id": string | null,"territory_id": string
                  }
                  ComputedFields: never
                  Insert: {
                           "amount"?: number | null,"booking_id"?: string | null,"created_at"?: string | null,"currency_code"?: string | null,"id"?: number | null,"kind"?: string | null,"party"?: string | null,"party_user_id"?: string | null,"territory_id"?: string | null
                         }
                        Update: {
                           "amount"?: number | null,"booking_id"?: string | null,"created_at"?: string | null,"currency_code"?: string | null,"id"?: number | null,"kind"?: string | null,"party"?: string | null,"party_user_id"?: string | null,"territory_id"?: string | null
                         }
                        Relationships: [
                    {
      foreignKeyName: "ledger_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "all_bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "ledger_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "ledger_booking_id_fkey"
      columns: ["booking_id"]
isOneToOne: false
      referencedRelation: "transport_bookings"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "ledger_currency_code_fkey"
      columns: ["currency_code"]
isOneToOne: false
      referencedRelation: "currencies"
      referencedColumns: ["code"]
    },{
      foreignKeyName: "ledger_party_user_id_fkey"
      columns: ["party_user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "ledger_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    }
                  ]
                },"territory_transports": {
                  Row: {
                    "archived_at": string | null,"available_spots": number,"booking_type": string,"cancellation_policy": string,"created_at": string,"days_of_week": (string)[] | null,"decide_at": string,"departure_time": string | null,"description": string,"destination": string | null,"destination_territory_id": string | null,"duration_hours": number | null,"id": string,"image_urls": (string)[],"language": string,"max_private_guests": number | null,"max_spots": number,"min_private_guests": number | null,"min_spots": number,"min_to_run": number | null,"names": NonNullable<Json>,"passport_required": boolean,"pickup_location": string | null,"pickup_location_id": string | null,"private_price": number | null,"rating_average": number | null,"rating_count": number,"shared_price": number | null,"territory_id": string,"title": string,"translations": NonNullable<Json>,"transport_type_id": string | null,"updated_at": string,"visible": boolean
                  }
                  ComputedFields: never
                  Insert: {
                           "archived_at"?: string | null,"available_spots"?: number | null,"booking_type"?: string | null,"cancellation_policy"?: string | null,"created_at"?: string | null,"days_of_week"?: (string)[] | null,"decide_at"?: string | null,"departure_time"?: string | null,"description"?: string | null,"destination"?: string | null,"destination_territory_id"?: string | null,"duration_hours"?: number | null,"id"?: string | null,"image_urls"?: (string)[] | null,"language"?: string | null,"max_private_guests"?: number | null,"max_spots"?: number | null,"min_private_guests"?: number | null,"min_spots"?: number | null,"min_to_run"?: number | null,"names"?: Json | null,"passport_required"?: boolean | null,"pickup_location"?: string | null,"pickup_location_id"?: string | null,"private_price"?: number | null,"rating_average"?: number | null,"rating_count"?: number | null,"shared_price"?: number | null,"territory_id"?: string | null,"title"?: string | null,"translations"?: Json | null,"transport_type_id"?: string | null,"updated_at"?: string | null,"visible"?: boolean | null
                         }
                        Update: {
                           "archived_at"?: string | null,"available_spots"?: number | null,"booking_type"?: string | null,"cancellation_policy"?: string | null,"created_at"?: string | null,"days_of_week"?: (string)[] | null,"decide_at"?: string | null,"departure_time"?: string | null,"description"?: string | null,"destination"?: string | null,"destination_territory_id"?: string | null,"duration_hours"?: number | null,"id"?: string | null,"image_urls"?: (string)[] | null,"language"?: string | null,"max_private_guests"?: number | null,"max_spots"?: number | null,"min_private_guests"?: number | null,"min_spots"?: number | null,"min_to_run"?: number | null,"names"?: Json | null,"passport_required"?: boolean | null,"pickup_location"?: string | null,"pickup_location_id"?: string | null,"private_price"?: number | null,"rating_average"?: number | null,"rating_count"?: number | null,"shared_price"?: number | null,"territory_id"?: string | null,"title"?: string | null,"translations"?: Json | null,"transport_type_id"?: string | null,"updated_at"?: string | null,"visible"?: boolean | null
                         }
                        Relationships: [
                    {
      foreignKeyName: "services_destination_territory_id_fkey"
      columns: ["destination_territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "services_pickup_location_id_fkey"
      columns: ["pickup_location_id"]
isOneToOne: false
      referencedRelation: "pickup_locations"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "services_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "services_transport_type_id_fkey"
      columns: ["transport_type_id"]
isOneToOne: false
      referencedRelation: "transport_types"
      referencedColumns: ["id"]
    }
                  ]
                },"transport_bookings": {
                  Row: {
                    "arrived": (number)[] | null,"booking_date": string,"booking_type": string,"calendar_sequence": number,"cancellation_policy": string,"check_in_status": string,"checked_in_at": string | null,"checked_in_by": string | null,"country": string,"created_at": string,"currency_code": string,"departure_id": string,"guest_name": string | null,"hold_id": string | null,"hotel_name": string | null,"id": string,"num_people": number,"paid_by_other": boolean,"passenger_details": NonNullable<Json>,"passport_closed_at": string | null,"passport_removed_at": string | null,"passport_removed_by": string | null,"passports": (number)[],"payment_method": string,"payment_status": string,"review_deleted_at": string | null,"seats": number,"speaks_spanish": boolean,"start_time": string | null,"status": string,"territory_id": string,"tourist_id": string | null,"transport_id": string,"updated_at": string,"waiver_accepted_at": string,"waiver_version": string,"walk_in": boolean,"whatsapp_number": string
                  }
                  ComputedFields: never
                  Insert: {
                           "arrived"?: (number)[] | null,"booking_date"?: string | null,"booking_type"?: string | null,"calendar_sequence"?: number | null,"cancellation_policy"?: string | null,"check_in_status"?: string | null,"checked_in_at"?: string | null,"checked_in_by"?: string | null,"country"?: string | null,"created_at"?: string | null,"currency_code"?: string | null,"departure_id"?: string | null,"guest_name"?: string | null,"hold_id"?: string | null,"hotel_name"?: string | null,"id"?: string | null,"num_people"?: number | null,"paid_by_other"?: boolean | null,"passenger_details"?: Json | null,"passport_closed_at"?: string | null,"passport_removed_at"?: string | null,"passport_removed_by"?: string | null,"passports"?: (number)[] | null,"payment_method"?: string | null,"payment_status"?: string | null,"review_deleted_at"?: string | null,"seats"?: number | null,"speaks_spanish"?: boolean | null,"start_time"?: string | null,"status"?: string | null,"territory_id"?: string | null,"tourist_id"?: string | null,"transport_id"?: string | null,"updated_at"?: string | null,"waiver_accepted_at"?: string | null,"waiver_version"?: string | null,"walk_in"?: boolean | null,"whatsapp_number"?: string | null
                         }
                        Update: {
                           "arrived"?: (number)[] | null,"booking_date"?: string | null,"booking_type"?: string | null,"calendar_sequence"?: number | null,"cancellation_policy"?: string | null,"check_in_status"?: string | null,"checked_in_at"?: string | null,"checked_in_by"?: string | null,"country"?: string | null,"created_at"?: string | null,"currency_code"?: string | null,"departure_id"?: string | null,"guest_name"?: string | null,"hold_id"?: string | null,"hotel_name"?: string | null,"id"?: string | null,"num_people"?: number | null,"paid_by_other"?: boolean | null,"passenger_details"?: Json | null,"passport_closed_at"?: string | null,"passport_removed_at"?: string | null,"passport_removed_by"?: string | null,"passports"?: (number)[] | null,"payment_method"?: string | null,"payment_status"?: string | null,"review_deleted_at"?: string | null,"seats"?: number | null,"speaks_spanish"?: boolean | null,"start_time"?: string | null,"status"?: string | null,"territory_id"?: string | null,"tourist_id"?: string | null,"transport_id"?: string | null,"updated_at"?: string | null,"waiver_accepted_at"?: string | null,"waiver_version"?: string | null,"walk_in"?: boolean | null,"whatsapp_number"?: string | null
                         }
                        Relationships: [
                    {
      foreignKeyName: "bookings_checked_in_by_fkey"
      columns: ["checked_in_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bookings_currency_code_fkey"
      columns: ["currency_code"]
isOneToOne: false
      referencedRelation: "currencies"
      referencedColumns: ["code"]
    },{
      foreignKeyName: "bookings_departure_id_fkey"
      columns: ["departure_id"]
isOneToOne: false
      referencedRelation: "departures"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bookings_territory_id_fkey"
      columns: ["territory_id"]
isOneToOne: false
      referencedRelation: "territories"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bookings_tourist_card_fkey"
      columns: ["tourist_id"]
isOneToOne: false
      referencedRelation: "profile_cards"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "bookings_tourist_id_fkey"
      columns: ["tourist_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                }
          }
          Functions: {
            "accept_invite":
{ Args: { "p_invite_id": string }; Returns: Json
                           },
"accept_ticket_transfer":
{ Args: { "p": Json,"p_token": string }; Returns: Json
                           },
"account_deletion_terms":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"add_booking_note":
{ Args: { "p_about_guest"?: boolean,"p_booking_id": string,"p_note_id": string,"p_text": string }; Returns: undefined
                           },
"add_my_role":
{ Args: { "p_role": string,"p_territory_id"?: string }; Returns: Json
                           },
"add_passports":
{ Args: { "p_booking_id": string,"p_images": (string)[] }; Returns: undefined
                           },
"add_territory":
{ Args: { "p": Json,"p_id": string,"p_manager_email"?: string,"p_manager_name"?: string }; Returns: undefined
                           },
"add_wallet_pass":
{ Args: { "p_booking_id": string,"p_google": boolean,"p_language"?: string }; Returns: string
                           },
"admin_counts":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"all_regions":
{ Args: { "p_from": string,"p_to": string }; Returns: Json
                           },
"answer_departure_offer":
{ Args: { "p_answer": string,"p_date"?: string,"p_extra_amount"?: number,"p_offer_id": string,"p_service_id"?: string,"p_slot_id"?: string }; Returns: Json
                           },
"answer_offer_by_link":
{ Args: { "p_answer": string,"p_date"?: string,"p_extra_amount"?: number,"p_service_id"?: string,"p_slot_id"?: string,"p_token": string }; Returns: Json
                           },
"answer_run":
{ Args: { "p_confirmed": boolean,"p_date": string,"p_slot_id": string }; Returns: undefined
                           },
"audit_actions":
{ Args: Record<PropertyKey, never>; Returns: (string)[]
                           },
"audit_search_cut":
{ Args: { "p_actor"?: string,"p_search"?: string }; Returns: boolean
                           },
"book_cash":
{ Args: { "p_hold_id": string }; Returns: Json
                           },
"booking_calendar":
{ Args: { "p_booking_id": string,"p_language"?: string }; Returns: Json
                           },
"booking_choices":
{ Args: { "p_territory_id": string }; Returns: Json
                           },
"booking_emails":
{ Args: { "p_booking_id": string }; Returns: Json
                           },
"booking_receipt":
{ Args: { "p_booking_id": string }; Returns: Json
                           },
"cancel_booking":
{ Args: { "p_booking_id": string,"p_refund_amount"?: number }; Returns: Json
                           },
"cancel_departures":
{ Args: { "p_key": string,"p_message": string,"p_proposed_service_id"?: string,"p_reason": string,"p_refund_now"?: boolean,"p_selection": Json }; Returns: Json
                           },
"cancellation_totals":
{ Args: { "p_booking_ids": (string)[],"p_territory_id": string }; Returns: {
              "blocked": number,"bookings": number,"currency_code": string,"in_cash": number,"to_card": number
            }[]
                           },
"cash_book_of":
{ Args: { "p_days"?: number,"p_territory_id": string,"p_user_id": string }; Returns: Json
                           },
"cash_books":
{ Args: { "p_territory_id": string }; Returns: Json
                           },
"cash_share":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"change_booking":
{ Args: { "p_booking_id": string,"p_desk"?: Json,"p_key": string,"p_shown": Json,"p_steps": Json }; Returns: Json
                           },
"change_booking_details":
{ Args: { "p_booking_id": string,"p_details": Json,"p_reason": string,"p_seen": Json }; Returns: Json
                           },
"change_options":
{ Args: { "p_booking_id": string,"p_desk"?: boolean }; Returns: Json
                           },
"changes_since":
{ Args: { "p_id": string,"p_kind": string,"p_since": string }; Returns: {
              "fields": (string)[],"name": string
            }[]
                           },
"chargeback_evidence":
{ Args: { "p_booking_id"?: string,"p_id": string }; Returns: Json
                           },
"check_in":
{ Args: { "p_action": string,"p_booking_id": string,"p_cash"?: number,"p_code": string,"p_passengers"?: (number)[] }; Returns: Json
                           },
"check_in_listed":
{ Args: { "p_action": string,"p_booking_id": string,"p_cash"?: number,"p_passengers"?: (number)[] }; Returns: Json
                           },
"check_invariants_now":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"choose_territory":
{ Args: { "p_territory_id": string }; Returns: undefined
                           },
"claim_account":
{ Args: { "p_sign_up_secret"?: string }; Returns: boolean
                           },
"close_departure":
{ Args: { "p_closed"?: boolean,"p_date": string,"p_service_id": string,"p_slot_id": string }; Returns: string
                           },
"close_month":
{ Args: { "p_month": string,"p_territory_id": string,"p_version": string }; Returns: Json
                           },
"close_service_date":
{ Args: { "p_closed"?: boolean,"p_date": string,"p_service_id": string }; Returns: undefined
                           },
"commission_limits":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"commission_rules":
{ Args: { "p_territory_id": string }; Returns: Json
                           },
"condition_departures":
{ Args: { "p_condition": Json,"p_territory_id": string }; Returns: {
              "kind": string,"service_date": string,"service_id": string,"slot_id": string,"start_time": string
            }[]
                           },
"confirm_booking":
{ Args: { "p_booking_id": string }; Returns: Json
                           },
"confirm_handover":
{ Args: { "p_counted": number,"p_handover_id": string,"p_reason"?: string }; Returns: Json
                           },
"copy_driver_week":
{ Args: { "p_from": string,"p_territory_id": string }; Returns: Json
                           },
"correct_phone":
{ Args: { "p_correct": string,"p_id": string,"p_number": string }; Returns: undefined
                           },
"create_hold":
{ Args: { "p": Json }; Returns: Json
                           },
"create_invite":
{ Args: { "p_business_name"?: string,"p_commission_level"?: number,"p_email": string,"p_full_name"?: string,"p_roles": (string)[],"p_territory_id"?: string }; Returns: Json
                           },
"create_review":
{ Args: { "p_booking_id": string,"p_photo_urls"?: (string)[],"p_rating": number,"p_text"?: string }; Returns: Json
                           },
"day_departures":
{ Args: { "p_after_date"?: string,"p_after_id"?: string,"p_after_time"?: string,"p_from"?: string,"p_limit"?: number,"p_role": string,"p_slot_id"?: string,"p_territory_id"?: string,"p_to"?: string }; Returns: {
              "arrival_until": string,"arrived": number,"bookings": number,"cancelled": number,"check_in_from": string,"closed": boolean,"currency_symbol": string,"departure_id": string,"directions": string,"drivers": (string)[],"has_time": boolean,"image": string,"kind": string,"missed": number,"names": Json,"no_show_from": string,"people": number,"place": string,"place_link": string,"service_date": string,"service_id": string,"slot_id": string,"start_time": string,"territory_id": string,"territory_name": string,"time_zone": string,"title": string,"to_collect": number,"unpaid": number
            }[]
                           },
"decide_departure":
{ Args: { "p_decision": string,"p_departure_id": string }; Returns: Json
                           },
"decide_dock_conflict":
{ Args: { "p_decision": string,"p_id": string }; Returns: undefined
                           },
"decide_role_request":
{ Args: { "p_approve": boolean,"p_reason"?: string,"p_request_id": string,"p_territory_id"?: string }; Returns: Json
                           },
"decline_date":
{ Args: { "p_date": string,"p_declined"?: boolean,"p_slot_id": string }; Returns: undefined
                           },
"decline_invite":
{ Args: { "p_invite_id": string }; Returns: undefined
                           },
"delete_booking_note":
{ Args: { "p_note_id": string }; Returns: undefined
                           },
"delete_message":
{ Args: { "p_message_id": string }; Returns: undefined
                           },
"delete_payee_account":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"delete_push_subscription":
{ Args: { "p_endpoint": string }; Returns: undefined
                           },
"delete_referral_link":
{ Args: { "p_link_id": string }; Returns: boolean
                           },
"delete_review":
{ Args: { "p_review_id": string }; Returns: undefined
                           },
"delete_territory":
{ Args: { "p_territory_id": string }; Returns: Json
                           },
"departure_answers":
{ Args: { "p_departure_id": string }; Returns: Json[]
                           },
"departure_minimum":
{ Args: { "p_date": string,"p_service_id": string,"p_slot_id": string }; Returns: Json
                           },
"departure_offer":
{ Args: { "p_offer_id": string }; Returns: Json
                           },
"departure_offer_by_link":
{ Args: { "p_token": string }; Returns: Json
                           },
"departure_passengers":
{ Args: { "p_date": string,"p_slot_id": string,"p_team"?: boolean }; Returns: {
              "arrived": (number)[],"avatar_url": string,"check_in_status": string,"checked_in_at": string,"country": string,"currency_symbol": string,"email": string,"full_name": string,"hotel_address": string,"hotel_name": string,"id": string,"notes": (string)[],"num_people": number,"passengers": Json,"passports": (number)[],"payment_method": string,"payment_status": string,"pickup_at": string,"pickup_minutes": number,"speaks_spanish": boolean,"status": string,"stop": number,"tags": (string)[],"to_pay": number,"undo_until": string,"walk_in": boolean,"whatsapp_number": string
            }[]
                           },
"departure_states":
{ Args: { "p_departures": (string)[] }; Returns: {
              "answered_offers": number,"cancellation_id": string,"cancelled_together": number,"condition": string,"decides_at": string,"delay_minutes": number,"departure_id": string,"expected_time": string,"min_to_run": number,"open_offers": number,"reason": string,"returned_offers": number,"sold": number,"status": string,"undo_until": string,"waitlist_people": number,"waitlist_seats": number
            }[]
                           },
"departure_waitlist":
{ Args: { "p_departures": (string)[] }; Returns: {
              "booking_type": string,"departure_id": string,"entry_id": string,"full_name": string,"num_people": number,"offered_until": string,"state": string
            }[]
                           },
"discard_outbox":
{ Args: { "p_id": number }; Returns: Json
                           },
"discard_passport":
{ Args: { "p_name": string }; Returns: (string)[]
                           },
"dock_conflicts":
{ Args: { "p_after_at"?: string,"p_after_id"?: string,"p_after_place"?: number,"p_limit"?: number,"p_open"?: boolean,"p_territory_id"?: string }; Returns: {
              "action": string,"amount": number,"booking_id": string,"check_in_status": string,"created_at": string,"currency_symbol": string,"decision": string,"decisions": (string)[],"guest": string,"id": string,"kind": string,"may_reopen": boolean,"mine": boolean,"num_people": number,"other_at": string,"other_by": string,"place": number,"price": number,"reason": string,"refusal": string,"reported_at": string,"reported_by": string,"resolved_at": string,"resolved_by": string,"service_date": string,"sets_arrival": boolean,"start_time": string,"time_zone": string,"title": string,"titles": Json,"total": number,"walk_in": boolean
            }[]
                           },
"dock_departures":
{ Args: { "p_date"?: string }; Returns: Json[]
                           },
"dock_payment":
{ Args: { "p_token": string }; Returns: Json
                           },
"dock_sale":
{ Args: { "p_sale_id": string }; Returns: Json
                           },
"dock_ticket":
{ Args: { "p_language"?: string,"p_token": string }; Returns: Json
                           },
"dock_tickets":
{ Args: Record<PropertyKey, never>; Returns: {
              "booking": Json,"booking_id": string,"code_end": string,"code_hash": string,"departure_id": string,"own": Json,"state": string,"version": number
            }[]
                           },
"driver_gaps":
{ Args: { "p_territory_id": string }; Returns: {
              "booked": number,"departures": number,"service_date": string
            }[]
                           },
"driver_invites":
{ Args: { "p_territory_id": string }; Returns: {
              "email": string,"expires_at": string,"full_name": string,"id": string
            }[]
                           },
"driver_plan":
{ Args: { "p_from": string,"p_territory_id": string }; Returns: {
              "drivers": Json,"is_set": boolean,"past": boolean,"people": number,"service_date": string,"slot_id": string,"start_time": string,"title": string,"titles": Json,"unled": boolean
            }[]
                           },
"duplicate_service":
{ Args: { "p_copy_id": string,"p_id": string }; Returns: undefined
                           },
"edit_message":
{ Args: { "p_message": string,"p_message_id": string }; Returns: Json
                           },
"edit_review":
{ Args: { "p_photo_urls"?: (string)[],"p_rating": number,"p_review_id": string,"p_text"?: string }; Returns: Json
                           },
"end_condition":
{ Args: { "p_id": string }; Returns: undefined
                           },
"experiences_on":
{ Args: { "p_date": string,"p_people": number,"p_territory_id": string }; Returns: {
              "experience_id": string,"first_time": string,"offer": string,"seats": number,"times": number
            }[]
                           },
"export_payees":
{ Args: { "p_territory_id": string }; Returns: Json
                           },
"find_check_in":
{ Args: { "p_code": string }; Returns: Json
                           },
"find_guests":
{ Args: { "p_search": string,"p_territory_id": string }; Returns: {
              "bookings": number,"guest_name": string,"language": string,"last_date": string,"whatsapp_number": string
            }[]
                           },
"first_steps":
{ Args: { "p_territory_id": string }; Returns: Json
                           },
"get_check_in":
{ Args: { "p_booking_id": string,"p_code": string }; Returns: Json
                           },
"get_departures":
{ Args: { "p_from": string,"p_service_id": string,"p_to": string }; Returns: {
              "available": number,"capacity": number,"cash_seats": number,"closed": boolean,"end_time": string,"service_date": string,"slot_id": string,"start_time": string
            }[]
                           },
"get_hold":
{ Args: { "p_hold_id": string }; Returns: Json
                           },
"give_seats_back":
{ Args: { "p_phone"?: string,"p_reserve_id"?: string }; Returns: number
                           },
"grant_role":
{ Args: { "p_role": string,"p_user_id": string }; Returns: Json
                           },
"guests_without_account":
{ Args: { "p_departure_id": string }; Returns: {
              "booking_id": string,"emailed": boolean,"full_name": string,"num_people": number,"waiting": boolean,"whatsapp_number": string
            }[]
                           },
"guide_days":
{ Args: { "p_from": string,"p_to": string }; Returns: {
              "bookings": number,"guests": number,"service_date": string
            }[]
                           },
"guide_numbers":
{ Args: { "p_booking_ids": (string)[] }; Returns: {
              "booking_id": string,"whatsapp_number": string
            }[]
                           },
"guide_pauses":
{ Args: Record<PropertyKey, never>; Returns: {
              "name": string,"names": Json,"territory_id": string
            }[]
                           },
"guide_timeslots":
{ Args: Record<PropertyKey, never>; Returns: {
              "bookings": number,"days_of_week": (string)[],"declined_dates": (string)[],"end_time": string,"experience_id": string,"guests": number,"is_next": boolean,"leader_name": string,"leads": boolean,"response": string,"slot_id": string,"start_time": string,"time_zone": string,"title": string,"titles": Json
            }[]
                           },
"hand_over_cash":
{ Args: { "p_amount": number,"p_currency_code": string,"p_idempotency_key": string,"p_territory_id": string }; Returns: Json
                           },
"has_upload_room":
{ Args: { "p_bytes": number }; Returns: boolean
                           },
"hide_first_steps":
{ Args: { "p_hidden": boolean,"p_territory_id": string }; Returns: undefined
                           },
"hide_message":
{ Args: { "p_hidden"?: boolean,"p_message_id": string }; Returns: Json
                           },
"hide_review":
{ Args: { "p_hidden"?: boolean,"p_review_id": string }; Returns: Json
                           },
"impossible_phones":
{ Args: { "p_territory_id"?: string }; Returns: {
              "id": string,"kind": string,"name": string,"number": string,"service_date": string,"start_time": string,"territory_id": string,"title": string,"titles": Json
            }[]
                           },
"join_waitlist":
{ Args: { "p": Json }; Returns: Json
                           },
"keep_seats":
{ Args: { "p": Json }; Returns: Json
                           },
"latest_invariant_report":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"leave_waitlist":
{ Args: { "p_entry_id": string }; Returns: undefined
                           },
"letters_stopped":
{ Args: { "p_template": string,"p_token": string }; Returns: boolean
                           },
"list_audit":
{ Args: { "p_action"?: string,"p_actor"?: string,"p_before_at"?: string,"p_before_id"?: number,"p_from"?: string,"p_limit"?: number,"p_search"?: string,"p_territory_id"?: string,"p_to"?: string }; Returns: {
              "action": string,"actor_id": string,"actor_name": string,"at": string,"detail": Json,"id": number,"subject_id": string,"subject_name": string,"subject_names": Json,"subject_table": string,"territory_id": string
            }[]
                           },
"list_driver_schedules":
{ Args: { "p_after_day"?: number,"p_after_id"?: string,"p_after_name"?: string,"p_language"?: string,"p_limit"?: number,"p_territory_id": string }; Returns: {
              "active": boolean,"day": number,"day_of_week": string,"driver_id": string,"driver_name": string,"id": string,"slot_id": string,"sort_name": string,"start_time": string,"title": string,"titles": Json,"transport_id": string
            }[]
                           },
"list_drivers":
{ Args: { "p_after_id"?: string,"p_after_name"?: string,"p_email"?: string,"p_limit"?: number,"p_territory_id": string }; Returns: {
              "active": boolean,"driver_id": string,"email": string,"full_name": string,"id": string,"services": Json,"sort_name": string
            }[]
                           },
"list_members":
{ Args: { "p_after_id"?: string,"p_after_key"?: string,"p_desc"?: boolean,"p_id"?: string,"p_limit"?: number,"p_roles"?: (string)[],"p_search"?: string,"p_sort"?: string,"p_territory_id": string }; Returns: {
              "active_links": number,"avatar_url": string,"business_name": string,"commission_level": number,"email": string,"full_name": string,"id": string,"paused": boolean,"roles": (string)[],"sort_key": string,"updated_at": string
            }[]
                           },
"list_outbox":
{ Args: { "p_before"?: number,"p_limit"?: number,"p_state"?: string }; Returns: {
              "attempts": number,"created_at": string,"id": number,"kind": string,"last_error": string,"next_attempt_at": string,"recipient": string,"sent_at": string,"state": string,"template": string
            }[]
                           },
"list_people":
{ Args: { "p_after_created"?: string,"p_after_id"?: string,"p_limit"?: number,"p_role"?: string,"p_search"?: string,"p_territory_id"?: string }; Returns: {
              "avatar_url": string,"business_name": string,"created_at": string,"email": string,"full_name": string,"grants": Json,"id": string,"territory_id": string
            }[]
                           },
"list_pickup_locations":
{ Args: { "p_after_id"?: string,"p_after_name"?: string,"p_limit"?: number,"p_search"?: string,"p_territory_id": string }; Returns: {
              "directions": string,"id": string,"language": string,"map_link": string,"name": string,"sort_name": string,"translations": Json,"updated_at": string
            }[]
                           },
"list_services":
{ Args: { "p_after_id"?: string,"p_after_rank"?: number,"p_after_title"?: string,"p_kind": string,"p_limit"?: number,"p_search"?: string,"p_territory_id": string }; Returns: {
              "available_spots": number,"duration": number,"featured": boolean,"featured_order": number,"guide_avatar": string,"guide_id": string,"guide_name": string,"id": string,"image_urls": (string)[],"language": string,"max_spots": number,"private_price": number,"rank": number,"shared_price": number,"sort_title": string,"title": string,"titles": Json,"translated": Json,"type_id": string,"type_name": string,"visible": boolean
            }[]
                           },
"list_troubles":
{ Args: { "p_after_at"?: string,"p_after_key"?: string,"p_after_parked"?: boolean,"p_limit"?: number }; Returns: {
              "attempts": number,"error": string,"first_at": string,"item": string,"key": string,"kind": string,"last_at": string,"next_attempt_at": string,"parked": boolean,"subject": string
            }[]
                           },
"lookup_invite":
{ Args: { "p_code": string }; Returns: Json
                           },
"lookup_referral_link":
{ Args: { "p_code": string }; Returns: Json
                           },
"mark_conversation_read":
{ Args: { "p_booking_id": string }; Returns: number
                           },
"mark_notifications_read":
{ Args: { "p_ids"?: (string)[] }; Returns: number
                           },
"message_bookings":
{ Args: { "p_booking_ids": (string)[],"p_idempotency_key": string,"p_message": string }; Returns: Json
                           },
"month_payees":
{ Args: { "p_month": string,"p_territory_id": string }; Returns: {
              "amount": number,"corrected": number,"currency_code": string,"disputed": number,"earlier": number,"name": string,"names": Json,"party": string,"payee": string,"refunded": number,"sold": number,"statement_id": number
            }[]
                           },
"month_statement_lines":
{ Args: { "p_after"?: number,"p_limit"?: number,"p_statement_id": number }; Returns: {
              "amount": number,"booking_date": string,"booking_id": string,"currency_code": string,"earlier": boolean,"figure": string,"id": number,"recorded_on": string,"title": string,"titles": Json
            }[]
                           },
"my_activity":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"my_booking_details":
{ Args: { "p_territory_id": string }; Returns: Json
                           },
"my_cash_book":
{ Args: { "p_days"?: number }; Returns: Json
                           },
"my_data":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"my_delays":
{ Args: { "p_booking_ids": (string)[] }; Returns: {
              "booking_id": string,"expected_time": string
            }[]
                           },
"my_departure_offers":
{ Args: Record<PropertyKey, never>; Returns: Json[]
                           },
"my_dock_sales":
{ Args: Record<PropertyKey, never>; Returns: Json[]
                           },
"my_earning_totals":
{ Args: { "p_by"?: string,"p_from"?: string,"p_guide_id"?: string,"p_payment"?: string,"p_search"?: string,"p_service_id"?: string,"p_status"?: string,"p_territory_id": string,"p_to"?: string }; Returns: {
              "cancelled": number,"currency_code": string,"earnings": number,"last_payment": string,"paid": number,"pending": number
            }[]
                           },
"my_earnings":
{ Args: { "p_before"?: string,"p_before_id"?: string,"p_by"?: string,"p_from"?: string,"p_guide_id"?: string,"p_limit"?: number,"p_payment"?: string,"p_search"?: string,"p_service_id"?: string,"p_status"?: string,"p_territory_id": string,"p_to"?: string }; Returns: {
              "amount": number,"booking_date": string,"booking_id": string,"created_at": string,"currency_code": string,"id": string,"kind": string,"owed_back": number,"paid_on": string,"refunded_amount": number,"status": string,"taken_back": number,"title": string,"titles": Json,"total_price": number
            }[]
                           },
"my_guide_number":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"my_invites":
{ Args: Record<PropertyKey, never>; Returns: {
              "expires_at": string,"id": string,"roles": (string)[],"territory_id": string,"territory_name": string,"territory_names": Json,"time_zone": string
            }[]
                           },
"my_month_statements":
{ Args: { "p_before"?: string,"p_before_id"?: number,"p_limit"?: number }; Returns: {
              "amount": number,"closed_at": string,"corrected": number,"currency_code": string,"currency_symbol": string,"disputed": number,"earlier": number,"id": number,"month": string,"party": string,"refunded": number,"sold": number,"territory_id": string,"territory_name": string,"territory_names": Json
            }[]
                           },
"my_payee_account":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"my_payout_totals":
{ Args: Record<PropertyKey, never>; Returns: {
              "ahead": number,"currency_code": string,"currency_symbol": string,"due": number,"held": number,"paid": number,"refunded_after": number,"territory_id": string,"territory_name": string,"territory_names": Json
            }[]
                           },
"my_payouts":
{ Args: { "p_before"?: string,"p_before_id"?: string,"p_limit"?: number }; Returns: {
              "amount": number,"created_at": string,"created_by_name": string,"currency_code": string,"currency_symbol": string,"id": string,"lines": number,"number": string,"paid_on": string,"party": string,"payee_is_person": boolean,"payee_name": string,"payee_names": Json,"reason": string,"reference": string,"reversal_reason": string,"reversed_at": string,"reverses": string,"standing": number,"territory_id": string,"territory_name": string,"territory_names": Json
            }[]
                           },
"my_pickups":
{ Args: { "p_booking_ids": (string)[] }; Returns: {
              "booking_id": string,"pickup_at": string
            }[]
                           },
"my_review_rights":
{ Args: { "p_service_id": string }; Returns: Json
                           },
"my_reviews":
{ Args: { "p_booking_ids": (string)[] }; Returns: {
              "booking_id": string,"refusal": string,"review": Json
            }[]
                           },
"my_runs":
{ Args: Record<PropertyKey, never>; Returns: {
              "answer": string,"drivers": (string)[],"people": number,"service_date": string,"slot_id": string,"start_time": string,"territory_name": string,"territory_names": Json,"time_zone": string,"title": string,"titles": Json
            }[]
                           },
"my_seat_reserves":
{ Args: Record<PropertyKey, never>; Returns: Json[]
                           },
"my_ticket_money":
{ Args: { "p_booking_ids": (string)[] }; Returns: {
              "booking_id": string,"delayed": boolean,"on_its_way": number,"paid": number,"refunded": number,"total_price": number,"unpaid_change": Json
            }[]
                           },
"my_ticket_transfers":
{ Args: Record<PropertyKey, never>; Returns: Json[]
                           },
"my_waitlist":
{ Args: Record<PropertyKey, never>; Returns: Json[]
                           },
"my_work_territories":
{ Args: Record<PropertyKey, never>; Returns: {
              "id": string,"name": string,"names": Json,"roles": (string)[]
            }[]
                           },
"new_pay_link":
{ Args: { "p_sale_id": string }; Returns: Json
                           },
"open_passport":
{ Args: { "p_booking_id": string,"p_position": number }; Returns: string
                           },
"open_territory":
{ Args: { "p_territory_id": string }; Returns: undefined
                           },
"outbox_counts":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"own_save":
{ Args: { "p_key": string }; Returns: boolean
                           },
"partner_activity":
{ Args: { "p_before"?: string,"p_before_id"?: string,"p_bookings"?: boolean,"p_limit"?: number }; Returns: {
              "amount": number,"booking_date": string,"created_at": string,"currency_code": string,"currency_symbol": string,"estimated": boolean,"id": string,"kind": string,"link_name": string,"paid_at": string,"refunded_amount": number,"status": string,"title": string,"titles": Json,"total_price": number,"tourist_avatar": string,"tourist_name": string
            }[]
                           },
"partner_funnel":
{ Args: Record<PropertyKey, never>; Returns: {
              "booked": number,"registrations": number,"visits": number
            }[]
                           },
"partner_links":
{ Args: Record<PropertyKey, never>; Returns: {
              "active": boolean,"bookings": number,"code": string,"created_at": string,"id": string,"name": string,"registrations": number,"visits": number
            }[]
                           },
"partner_months":
{ Args: Record<PropertyKey, never>; Returns: {
              "amounts": Json,"bookings": number,"month": string,"registrations": number
            }[]
                           },
"partner_terms":
{ Args: Record<PropertyKey, never>; Returns: {
              "business_name": string,"commission_level": number,"territory_id": string,"territory_name": string,"territory_names": Json
            }[]
                           },
"partner_totals":
{ Args: Record<PropertyKey, never>; Returns: {
              "ahead": number,"currency_code": string,"currency_symbol": string,"due": number,"estimated": number,"paid": number,"refunded_after": number,"since": string
            }[]
                           },
"passenger_ticket":
{ Args: { "p_code": string,"p_language"?: string }; Returns: Json
                           },
"passenger_tickets":
{ Args: { "p_booking_id": string }; Returns: Json
                           },
"pay_out":
{ Args: { "p_key": string,"p_paid_on": string,"p_reference": string,"p_selection": Json,"p_territory_id": string }; Returns: Json
                           },
"payee_lines":
{ Args: { "p_after_date"?: string,"p_after_id"?: number,"p_after_time"?: string,"p_currency": string,"p_limit"?: number,"p_payee": string,"p_territory_id": string,"p_what"?: string }; Returns: {
              "amount": number,"as_of": string,"booking_date": string,"booking_id": string,"currency_code": string,"id": number,"kind": string,"line": string,"num_people": number,"start_time": string,"title": string,"titles": Json,"total_price": number,"tourist_name": string
            }[]
                           },
"payees_to_pay":
{ Args: { "p_territory_id": string }; Returns: {
              "ahead": number,"ahead_bookings": number,"as_of": string,"avatar_url": string,"bookings": number,"currency_code": string,"due": number,"held": number,"name": string,"names": Json,"next_trip": string,"oldest": string,"own": boolean,"party": string,"payee": string,"version": string
            }[]
                           },
"payout_statement":
{ Args: { "p_payout_id": string }; Returns: Json
                           },
"payout_statement_lines":
{ Args: { "p_after"?: number,"p_limit"?: number,"p_payout_id": string }; Returns: {
              "amount": number,"booking_date": string,"booking_id": string,"currency_code": string,"id": number,"kind": string,"num_people": number,"refunded": number,"sold": number,"start_time": string,"title": string,"titles": Json
            }[]
                           },
"preview_booking_status":
{ Args: { "p_booking_id": string,"p_status": string }; Returns: Json
                           },
"preview_currency":
{ Args: { "p_currency_code": string,"p_territory_id": string }; Returns: Json
                           },
"preview_departure_cancellation":
{ Args: { "p_selection": Json }; Returns: Json
                           },
"quote_booking":
{ Args: { "p_booking_type": string,"p_num_people": number,"p_service_id": string }; Returns: Json
                           },
"quote_cancellation":
{ Args: { "p_booking_id": string }; Returns: Json
                           },
"quote_change":
{ Args: { "p_booking_id": string,"p_desk"?: Json,"p_steps": Json }; Returns: Json
                           },
"raise_capacity_for_waitlist":
{ Args: { "p_departure_id": string }; Returns: number
                           },
"receive_cash":
{ Args: { "p_amount": number,"p_booking_id": string }; Returns: Json
                           },
"reconciler_report":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"redeem_invite":
{ Args: { "p_code": string }; Returns: Json
                           },
"refund_booking":
{ Args: { "p_amount": number,"p_booking_id": string,"p_left": number }; Returns: Json
                           },
"register_referral":
{ Args: { "p_code": string }; Returns: Json
                           },
"release_hold":
{ Args: { "p_hold_id": string }; Returns: Json
                           },
"remove_driver":
{ Args: { "p_id": string }; Returns: undefined
                           },
"remove_my_role":
{ Args: { "p_role": string }; Returns: Json
                           },
"remove_passport":
{ Args: { "p_booking_id": string,"p_position": number }; Returns: (string)[]
                           },
"renew_dock_link":
{ Args: { "p_sale_id": string }; Returns: Json
                           },
"reopen_dock_conflict":
{ Args: { "p_id": string }; Returns: undefined
                           },
"reply_review":
{ Args: { "p_expected"?: string,"p_reply": string,"p_review_id": string }; Returns: Json
                           },
"report_arrivals":
{ Args: { "p_reports": Json }; Returns: Json
                           },
"report_message":
{ Args: { "p_message_id": string,"p_reason"?: string }; Returns: Json
                           },
"report_review":
{ Args: { "p_review_id": string }; Returns: Json
                           },
"reported_reviews":
{ Args: { "p_at"?: string,"p_id"?: string,"p_limit"?: number }; Returns: {
              "author_name": string,"id": string,"photo_urls": (string)[],"rating": number,"reported_at": string,"territory_id": string,"text": string
            }[]
                           },
"request_booking_email":
{ Args: { "p_booking_id": string,"p_kind": string }; Returns: undefined
                           },
"retry_outbox":
{ Args: { "p_id": number }; Returns: Json
                           },
"retry_trouble":
{ Args: { "p_item": string,"p_kind": string }; Returns: undefined
                           },
"reverse_handover":
{ Args: { "p_handover_id": string,"p_reason": string }; Returns: Json
                           },
"reverse_payout":
{ Args: { "p_payout_id": string,"p_reason": string }; Returns: Json
                           },
"review_queue_item":
{ Args: { "p_id": string,"p_queue": string,"p_status": string }; Returns: Json
                           },
"review_report":
{ Args: { "p_report_id": string,"p_uphold": boolean }; Returns: Json
                           },
"revoke_passenger_ticket":
{ Args: { "p_booking_id": string,"p_code": string }; Returns: undefined
                           },
"revoke_role":
{ Args: { "p_role": string,"p_territory_id"?: string,"p_user_id": string }; Returns: Json
                           },
"save_cash_share":
{ Args: { "p_expected": number,"p_percent": number }; Returns: number
                           },
"save_commission_limits":
{ Args: { "p_ceiling": number,"p_expected_ceiling": number,"p_expected_floor": number,"p_operator_floor": number }; Returns: Json
                           },
"save_condition":
{ Args: { "p_cancel"?: Json,"p_condition": Json,"p_expected_revision": number,"p_id": string,"p_tell"?: boolean,"p_territory_id": string }; Returns: Json
                           },
"save_guide":
{ Args: { "p_expected_version": string,"p_paused": boolean,"p_territory_id": string,"p_user_id": string }; Returns: Json
                           },
"save_guide_number":
{ Args: { "p_number": string }; Returns: undefined
                           },
"save_member":
{ Args: { "p_business_name"?: string,"p_commission_level"?: number,"p_expected_version": string,"p_territory_id": string,"p_user_id": string }; Returns: Json
                           },
"save_payee_account":
{ Args: { "p_account": Json }; Returns: undefined
                           },
"save_push_subscription":
{ Args: { "p_auth": string,"p_endpoint": string,"p_p256dh": string }; Returns: undefined
                           },
"save_service":
{ Args: { "p": Json,"p_expected_version": string,"p_id": string,"p_kind": string,"p_territory_id": string }; Returns: string
                           },
"search_regions":
{ Args: { "p_text": string }; Returns: {
              "territory_id": string
            }[]
                           },
"search_transport":
{ Args: { "p_date": string,"p_from": string,"p_people": number,"p_to": string }; Returns: Json
                           },
"sell_at_dock":
{ Args: { "p": Json }; Returns: Json
                           },
"sell_reserved":
{ Args: { "p": Json }; Returns: Json
                           },
"send_booking_email":
{ Args: { "p_booking_id": string,"p_email_id"?: number,"p_key": string }; Returns: undefined
                           },
"send_dock_ticket":
{ Args: { "p_email": string,"p_language"?: string,"p_sale_id": string }; Returns: Json
                           },
"send_group_message":
{ Args: { "p_departure_id": string,"p_idempotency_key": string,"p_message": string }; Returns: Json
                           },
"send_message":
{ Args: { "p_booking_id": string,"p_idempotency_key"?: string,"p_message": string }; Returns: Json
                           },
"service_departures":
{ Args: { "p_from": string,"p_service_id": string,"p_to": string }; Returns: {
              "cancel_reason": string,"capacity": number,"closed": boolean,"departure_id": string,"end_time": string,"exclusive": boolean,"held": number,"offered": boolean,"past": boolean,"service_date": string,"slot_id": string,"sold": number,"start_time": string
            }[]
                           },
"set_booking_status":
{ Args: { "p_amount"?: number,"p_booking_id": string,"p_from"?: string,"p_reason"?: string,"p_status": string }; Returns: Json
                           },
"set_booking_tag":
{ Args: { "p_booking_id": string,"p_on": boolean,"p_tag": string }; Returns: (string)[]
                           },
"set_departure_capacity":
{ Args: { "p_capacity": number,"p_date": string,"p_expected"?: number,"p_service_id": string,"p_slot_id": string }; Returns: string
                           },
"set_departure_delay":
{ Args: { "p_departure_id": string,"p_key": string,"p_minutes": number }; Returns: Json
                           },
"set_departure_drivers":
{ Args: { "p_date": string,"p_drivers"?: (string)[],"p_expected": (string)[],"p_slot_id": string }; Returns: undefined
                           },
"set_featured_experiences":
{ Args: { "p_expected"?: (string)[],"p_ids": (string)[],"p_territory_id": string }; Returns: undefined
                           },
"set_payout_status":
{ Args: { "p_booking_id": string,"p_paid_on"?: string,"p_party": string,"p_reason"?: string,"p_reference"?: string,"p_status": string }; Returns: Json
                           },
"set_pickup_order":
{ Args: { "p_expected": (string)[],"p_places": (string)[],"p_transport_id": string }; Returns: undefined
                           },
"set_pickup_time":
{ Args: { "p_expected": number,"p_minutes": number,"p_place": string,"p_transport_id": string }; Returns: undefined
                           },
"set_run_minimum":
{ Args: { "p_decide_at"?: string,"p_min_to_run": number,"p_seen_decide_at"?: string,"p_seen_min_to_run"?: number,"p_service_id": string }; Returns: undefined
                           },
"share_passenger_ticket":
{ Args: { "p_booking_id": string,"p_passenger": number }; Returns: string
                           },
"show_passports":
{ Args: { "p_booking_id": string }; Returns: undefined
                           },
"shuttle_counts":
{ Args: { "p_territory_id": string }; Returns: {
              "drivers": number,"services": number
            }[]
                           },
"shuttle_services":
{ Args: { "p_after_id"?: string,"p_after_title"?: string,"p_id"?: string,"p_limit"?: number,"p_territory_id": string }; Returns: {
              "available_spots": number,"booking_type": string,"description": string,"duration_hours": number,"id": string,"image_urls": (string)[],"language": string,"max_spots": number,"min_spots": number,"pickup_location": string,"pickup_location_id": string,"private_price": number,"shared_price": number,"slots": Json,"sort_title": string,"title": string,"translations": Json,"transport_type_id": string,"type_name": string,"updated_at": string,"visible": boolean
            }[]
                           },
"sold_times":
{ Args: { "p_service_id": string }; Returns: {
              "service_date": string,"slot_id": string,"start_time": string
            }[]
                           },
"staff_cancel_booking":
{ Args: { "p_booking_id": string,"p_reason"?: string,"p_refund_amount"?: number }; Returns: Json
                           },
"start_ticket_transfer":
{ Args: { "p_booking_id": string,"p_email": string,"p_full_name": string }; Returns: Json
                           },
"submit_content":
{ Args: { "p_comment": string,"p_location": string,"p_media_types": (string)[],"p_media_urls": (string)[],"p_territory_id"?: string }; Returns: Json
                           },
"suggested_booking_tags":
{ Args: { "p_territory_id": string }; Returns: (string)[]
                           },
"territory_booking":
{ Args: { "p_booking_id": string }; Returns: Json
                           },
"territory_booking_totals":
{ Args: { "p_by"?: string,"p_from"?: string,"p_guide_id"?: string,"p_payment"?: string,"p_search"?: string,"p_service_id"?: string,"p_status"?: string,"p_territory_id": string,"p_to"?: string }; Returns: {
              "app": number,"booked": number,"bookings": number,"currency_code": string,"disputed": number,"not_collected": number,"operator": number,"partner": number,"pending": number,"pending_payouts": number,"people": number,"refunded": number,"revenue": number,"sold": number,"territory": number
            }[]
                           },
"territory_bookings":
{ Args: { "p_after_date"?: string,"p_after_departure_id"?: string,"p_after_id"?: string,"p_after_time"?: string,"p_by"?: string,"p_from"?: string,"p_guide_id"?: string,"p_limit"?: number,"p_order"?: string,"p_payment"?: string,"p_search"?: string,"p_service_id"?: string,"p_status"?: string,"p_territory_id": string,"p_to"?: string }; Returns: {
              "app_amount": number,"arrived": (number)[],"booking_date": string,"booking_type": string,"charge_id": string,"check_in_status": string,"checked_in_at": string,"commission_amount": number,"commission_status": string,"currency_code": string,"departure": Json,"departure_id": string,"hotel_name": string,"id": string,"kind": string,"not_collected": number,"num_people": number,"operator_amount": number,"operator_name": string,"operator_status": string,"paid_on": string,"partner_amount": number,"partner_name": string,"partner_status": string,"payment_intent_id": string,"payment_method": string,"payment_status": string,"refunded_amount": number,"refunded_on": string,"service_id": string,"start_time": string,"status": string,"stripe_payout_id": string,"territory_amount": number,"territory_status": string,"title": string,"titles": Json,"total_price": number,"tourist_email": string,"tourist_name": string,"updated_at": string,"walk_in": boolean,"whatsapp_number": string
            }[]
                           },
"territory_card_movements":
{ Args: { "p_after_at"?: string,"p_after_key"?: string,"p_from": string,"p_limit"?: number,"p_territory_id": string,"p_to": string }; Returns: {
              "amount": number,"at": string,"booking_date": string,"booking_id": string,"charge_id": string,"currency_code": string,"day": string,"key": string,"local_time": string,"payment_intent_id": string,"source_id": string,"stripe_payout_id": string,"title": string,"titles": Json,"what": string
            }[]
                           },
"territory_chargebacks":
{ Args: { "p_before"?: string,"p_before_id"?: string,"p_limit"?: number,"p_territory_id": string }; Returns: {
              "amount": number,"answer_by": string,"booking_date": string,"booking_id": string,"closed_at": string,"currency_code": string,"guest_name": string,"id": string,"opened_at": string,"reason": string,"status": string,"title": string,"titles": Json
            }[]
                           },
"territory_contents":
{ Args: { "p_territory_id": string }; Returns: Json
                           },
"territory_counts":
{ Args: { "p_territory_id": string }; Returns: Json
                           },
"territory_day":
{ Args: { "p_territory_id": string }; Returns: {
              "people": number,"start_time": string
            }[]
                           },
"territory_departure":
{ Args: { "p_date": string,"p_service_id": string,"p_slot_id": string }; Returns: Json
                           },
"territory_months":
{ Args: { "p_territory_id": string }; Returns: {
              "closed_at": string,"closed_by_name": string,"month": string,"state": string,"sums": Json,"version": string
            }[]
                           },
"territory_payouts":
{ Args: { "p_before"?: string,"p_before_id"?: string,"p_limit"?: number,"p_territory_id": string }; Returns: {
              "amount": number,"created_at": string,"created_by_name": string,"currency_code": string,"currency_symbol": string,"id": string,"lines": number,"number": string,"paid_on": string,"party": string,"payee_is_person": boolean,"payee_name": string,"payee_names": Json,"reason": string,"reference": string,"reversal_reason": string,"reversed_at": string,"reverses": string,"standing": number,"territory_id": string,"territory_name": string,"territory_names": Json
            }[]
                           },
"territory_revenue":
{ Args: { "p_by"?: string,"p_from"?: string,"p_guide_id"?: string,"p_payment"?: string,"p_search"?: string,"p_service_id"?: string,"p_status"?: string,"p_territory_id": string,"p_to"?: string }; Returns: {
              "app": number,"currency_code": string,"month": string,"operator": number,"partner": number,"territory": number
            }[]
                           },
"territory_rules":
{ Args: { "p_territory_id": string }; Returns: Json
                           },
"territory_sales":
{ Args: { "p_services": (string)[],"p_territory_id": string }; Returns: {
              "departures": number,"full_days": number,"held": number,"seats": number,"service_id": string,"sold": number
            }[]
                           },
"territory_topic":
{ Args: { "p_territory_id": string }; Returns: string
                           },
"territory_week":
{ Args: { "p_after_group"?: string,"p_after_id"?: string,"p_after_title"?: string,"p_from": string,"p_language"?: string,"p_limit"?: number,"p_territory_id": string,"p_unled"?: boolean }; Returns: {
              "departures": Json,"image": string,"kind": string,"service_id": string,"sort_group": string,"sort_title": string,"title": string,"titles": Json,"type_id": string,"type_name": string,"visible": boolean
            }[]
                           },
"territory_week_days":
{ Args: { "p_from": string,"p_territory_id": string }; Returns: {
              "departures": number,"seats": number,"service_date": string,"taken": number,"unled": number
            }[]
                           },
"ticket_transfer":
{ Args: { "p_booking_id": string }; Returns: Json
                           },
"ticket_transfer_by_link":
{ Args: { "p_language"?: string,"p_token": string }; Returns: Json
                           },
"tickets_to_sign":
{ Args: { "p_booking_ids": (string)[] }; Returns: {
              "booking_id": string,"booking_type": string,"code": string,"departure_id": string,"kind": string,"num_people": number,"service_date": string,"start_time": string,"version": number
            }[]
                           },
"undo_arrival":
{ Args: { "p_booking_id": string,"p_key"?: string }; Returns: Json
                           },
"undo_departure_cancellation":
{ Args: { "p_cancellation_id": string }; Returns: Json
                           },
"undo_dock_sale":
{ Args: { "p_sale_id": string }; Returns: Json
                           },
"upcoming_bookings":
{ Args: { "p_id": string,"p_kind": string,"p_territory_id": string }; Returns: Json
                           },
"withdraw_change":
{ Args: { "p_booking_id": string,"p_hold_id": string }; Returns: undefined
                           },
"withdraw_handover":
{ Args: { "p_handover_id": string }; Returns: Json
                           },
"withdraw_invite":
{ Args: { "p_invite_id": string }; Returns: undefined
                           },
"withdraw_role_request":
{ Args: { "p_request_id": string }; Returns: undefined
                           },
"withdraw_ticket_transfer":
{ Args: { "p_transfer_id": string }; Returns: undefined
                           }
          }
          Enums: {
            [_ in never]: never
          }
          CompositeTypes: {
            [_ in never]: never
          }
        },"service": {
          Tables: {
            [_ in never]: never
          }
          Views: {
            [_ in never]: never
          }
          Functions: {
            "abandoned_media":
{ Args: { "p_bucket"?: string,"p_limit"?: number }; Returns: (string)[]
                           },
"account_files":
{ Args: { "p_limit"?: number,"p_user_id": string }; Returns: {
              "bucket": string,"name": string
            }[]
                           },
"allow_passport_upload":
{ Args: { "p_user_id": string }; Returns: undefined
                           },
"apply_payment_intent":
{ Args: { "p_amount": number,"p_amount_received": number,"p_capture_before"?: string,"p_charge_id"?: string,"p_currency": string,"p_disputes"?: Json,"p_event_id"?: string,"p_event_type"?: string,"p_hold_id"?: string,"p_last_error"?: string,"p_payment_intent_id": string,"p_refunds"?: Json,"p_status": string }; Returns: Json
                           },
"attach_payment_intent":
{ Args: { "p_hold_id": string,"p_payment_intent_id": string,"p_status": string }; Returns: Json
                           },
"begin_dock_payment":
{ Args: { "p_token": string }; Returns: Json
                           },
"begin_offer_payment":
{ Args: { "p_hold_id": string,"p_token": string }; Returns: Json
                           },
"begin_payment":
{ Args: { "p_hold_id": string,"p_user_id": string }; Returns: Json
                           },
"check_invariants":
{ Args: { "p_since"?: string }; Returns: {
              "actual": number,"expected": number,"rule": string,"subject": string
            }[]
                           },
"check_invariants_if_due":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"claim_outbox":
{ Args: { "p_kind"?: string,"p_limit"?: number }; Returns: {
              "attempts": number,"data": Json,"dedupe_key": string,"id": number,"recipient": string,"template": string
            }[]
                           },
"claim_stripe_ops":
{ Args: { "p_limit": number,"p_payment_intent_id"?: string }; Returns: {
              "amount_minor": number,"attempts": number,"booking_id": string,"id": number,"idempotency_key": string,"line_id": string,"op": string,"payment_intent_id": string,"reason": string,"stripe_id": string
            }[]
                           },
"clear_trouble":
{ Args: { "p_item": string,"p_kind": string }; Returns: undefined
                           },
"conditions_feed":
{ Args: { "p_language": string,"p_territory_id": string }; Returns: Json
                           },
"dock_sale_to_sign":
{ Args: { "p_token": string }; Returns: {
              "booking_id": string,"booking_type": string,"code": string,"departure_id": string,"kind": string,"num_people": number,"service_date": string,"start_time": string,"version": number
            }[]
                           },
"erase_account":
{ Args: { "p_user_id": string }; Returns: boolean
                           },
"expired_passports":
{ Args: { "p_limit"?: number }; Returns: (string)[]
                           },
"finish_account_deletion":
{ Args: { "p_user_id": string }; Returns: undefined
                           },
"finish_outbox":
{ Args: { "p_error"?: string,"p_id": number,"p_outcome": string }; Returns: undefined
                           },
"finish_stripe_op":
{ Args: { "p_error"?: string,"p_id": number,"p_outcome": string,"p_stripe_id"?: string }; Returns: string
                           },
"forget_wallet_device":
{ Args: { "p_device": string,"p_serial": string }; Returns: undefined
                           },
"invited_account":
{ Args: { "p_code": string,"p_full_name": string }; Returns: Json
                           },
"own_invited_account":
{ Args: { "p_code": string,"p_full_name": string,"p_user_id": string }; Returns: undefined
                           },
"passenger_to_sign":
{ Args: { "p_code": string }; Returns: {
              "booking_id": string,"booking_type": string,"code": string,"departure_id": string,"kind": string,"num_people": number,"passenger": number,"service_date": string,"start_time": string,"version": number
            }[]
                           },
"passports_deleted":
{ Args: { "p_names": (string)[] }; Returns: number
                           },
"payment_of_dock_link":
{ Args: { "p_token": string }; Returns: Json
                           },
"payment_of_dock_sale":
{ Args: { "p_sale_id": string }; Returns: Json
                           },
"payment_of_hold":
{ Args: { "p_hold_id": string,"p_user_id": string }; Returns: Json
                           },
"payment_of_offer_hold":
{ Args: { "p_hold_id": string,"p_token": string }; Returns: Json
                           },
"prepare_account_deletion":
{ Args: { "p_user_id": string }; Returns: (string)[]
                           },
"queue_contact_mail":
{ Args: { "p_id": string,"p_recipient": string }; Returns: undefined
                           },
"queue_pickup_changes":
{ Args: { "p_now"?: string }; Returns: number
                           },
"queue_reminders":
{ Args: { "p_now"?: string }; Returns: number
                           },
"queue_review_requests":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"queue_tomorrow_letters":
{ Args: { "p_now"?: string }; Returns: number
                           },
"recent_broken_rows":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"reconciler_health":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"record_deletion_attempt":
{ Args: { "p_user_id": string }; Returns: undefined
                           },
"record_payment_lookup":
{ Args: { "p_missing": boolean,"p_payment_intent_id": string }; Returns: undefined
                           },
"record_reconciler_run":
{ Args: { "p_result": Json }; Returns: undefined
                           },
"record_stripe_events_read":
{ Args: { "p_until": string }; Returns: undefined
                           },
"record_stripe_op_error":
{ Args: { "p_error": string,"p_id": number }; Returns: undefined
                           },
"record_stripe_payout":
{ Args: { "p_event_id": string,"p_event_type": string,"p_items": Json,"p_payout_id": string }; Returns: undefined
                           },
"record_trouble":
{ Args: { "p_error": string,"p_item": string,"p_kind": string }; Returns: undefined
                           },
"register_wallet_device":
{ Args: { "p_device": string,"p_push_token": string,"p_serial": string }; Returns: string
                           },
"release_expired":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"run_departures":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"stop_letters":
{ Args: { "p_template": string,"p_token": string }; Returns: undefined
                           },
"stripe_events_due":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"submit_contact":
{ Args: { "p_message": string,"p_name": string,"p_subject"?: string,"p_user_id": string }; Returns: Json
                           },
"submit_partner_application":
{ Args: { "p_email": string,"p_kind": string,"p_message"?: string,"p_name": string,"p_network"?: string,"p_phone"?: string,"p_territory_id"?: string,"p_user_id": string }; Returns: Json
                           },
"ticket_key_id":
{ Args: { "p_public_key": string }; Returns: number
                           },
"troubled_items":
{ Args: { "p_kind": string }; Returns: Json
                           },
"unfinished_account_deletions":
{ Args: { "p_limit"?: number }; Returns: (string)[]
                           },
"unprocessed_stripe_events":
{ Args: { "p_ids": (string)[] }; Returns: Json
                           },
"wallet_pass":
{ Args: { "p_serial": string }; Returns: Json
                           },
"wallet_serials":
{ Args: { "p_device": string }; Returns: Json
                           }
          }
          Enums: {
            [_ in never]: never
          }
          CompositeTypes: {
            [_ in never]: never
          }
        }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
  ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
      Row: infer R
    }
    ? R
    : never
  : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Insert: infer I
    }
    ? I
    : never
  : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Update: infer U
    }
    ? U
    : never
  : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
  ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
  : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
  ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
  : never

export const Constants = {
  "public": {
          Enums: {
            
          }
        },"service": {
          Enums: {
            
          }
        }
} as const
