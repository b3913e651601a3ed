"""Photo to hand: detector, layout, drawing, training (读牌)."""
